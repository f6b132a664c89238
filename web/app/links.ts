/** Addresses by meaning, so that no component spells one out. */
export const links = {
  home: () => '/',
  rifa: (id: string) => `/rifa/${id}/anonymous`,
  auth: (returnTo?: string) => (returnTo ? `/auth?voltar=${encodeURIComponent(returnTo)}` : '/auth'),
  recoverPassword: () => '/auth/recuperar-senha',
  newPassword: () => '/auth/nova-senha',
  dashboard: () => '/dashboard',
  account: () => '/minha-conta',
  security: () => '/minha-conta/seguranca',
  admin: () => '/admin',
  emailPreferences: () => '/email-preferences',
  checkout: () => '/checkout',
  paymentPending: (externalReference: string) =>
    `/checkout/pendente?external_reference=${encodeURIComponent(externalReference)}`,
  paymentApproved: (externalReference: string) =>
    `/checkout/sucesso?external_reference=${encodeURIComponent(externalReference)}`,
  paymentRejected: (externalReference: string) =>
    `/checkout/falha?external_reference=${encodeURIComponent(externalReference)}`,
  order: (externalReference: string) => `/pedido/${encodeURIComponent(externalReference)}`,
  howToTakePart: () => '/como-participar',
  results: () => '/resultado',
  ranking: () => '/ranking',
  support: () => '/suporte',
  affiliates: () => '/afiliados-landing',
  about: () => '/sobre',
  terms: () => '/termos',
  privacy: () => '/privacidade',
};
