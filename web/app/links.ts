/** Addresses by meaning, so that no component spells one out. */
export const links = {
  home: () => '/',
  /** Where a card leads: numbers into the cart, no account needed. */
  rifa: (id: string) => `/rifa/${id}/anonymous`,
  /** The rifa itself, for sharing and for taking part with an account. */
  rifaDetail: (id: string) => `/rifa/${id}`,
  /** Picture of a rifa for chats and networks, drawn by the server. */
  sharingPicture: (id: string) => `/og/rifas/${id}.png`,
  purchase: (rifaId: string) => `/checkout?rifa=${encodeURIComponent(rifaId)}`,
  auth: (returnTo?: string) => (returnTo ? `/auth?voltar=${encodeURIComponent(returnTo)}` : '/auth'),
  recoverPassword: () => '/auth/recuperar-senha',
  newPassword: () => '/auth/nova-senha',
  dashboard: () => '/dashboard',
  account: () => '/minha-conta',
  security: () => '/minha-conta/seguranca',
  notifications: () => '/notifications',
  emailPreferences: () => '/email-preferences',
  checkout: () => '/checkout',
  paymentPending: (externalReference: string) =>
    `/checkout/pendente?external_reference=${encodeURIComponent(externalReference)}`,
  paymentApproved: (externalReference: string) =>
    `/checkout/sucesso?external_reference=${encodeURIComponent(externalReference)}`,
  paymentRejected: (externalReference: string) =>
    `/checkout/falha?external_reference=${encodeURIComponent(externalReference)}`,
  /** An own order by its id; `order` opens by the secret reference instead. */
  orderDetail: (id: string) => `/results/${id}`,
  order: (externalReference: string) => `/pedido/${encodeURIComponent(externalReference)}`,
  howToTakePart: () => '/como-participar',
  results: (page = 1) => (page > 1 ? `/resultado?pagina=${page}` : '/resultado'),
  ranking: () => '/ranking',
  support: () => '/suporte',
  affiliates: () => '/afiliados-landing',
  about: () => '/sobre',
  terms: () => '/termos',
  privacy: () => '/privacidade',
};
