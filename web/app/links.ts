/** Addresses by meaning, so that no component spells one out. */
export const links = {
  home: () => '/',
  /** Where a card leads: numbers into the cart, no account needed. */
  rifa: (id: string) => `/rifa/${id}/anonymous`,
  /** The rifa itself, for sharing and for taking part with an account. */
  rifaDetail: (id: string) => `/rifa/${id}`,
  /** Cotas premiadas, with everything to verify them. */
  instantPrizes: (id: string) => `/rifa/${id}/premiadas`,
  /** Short enough to be said aloud; leads to the rifa. */
  shortCode: (code: string) => `/r/${code}`,
  /** A page to print, with a QR code that leads to the rifa. */
  poster: (id: string) => `/rifas/${id}/cartaz.pdf`,
  /** Picture of a rifa for chats and networks, drawn by the server. */
  sharingPicture: (id: string) => `/og/rifas/${id}.png`,
  purchase: (rifaId: string) => `/checkout?rifa=${encodeURIComponent(rifaId)}`,
  auth: (returnTo?: string) => (returnTo ? `/auth?voltar=${encodeURIComponent(returnTo)}` : '/auth'),
  recoverPassword: () => '/auth/recuperar-senha',
  newPassword: () => '/auth/nova-senha',
  dashboard: () => '/dashboard',
  account: () => '/minha-conta',
  /** Limit, pause and self-exclusion, in one's account. */
  ownLimits: () => '/minha-conta#limites',
  security: () => '/minha-conta/seguranca',
  /** @param back where the way goes on once the second factor is switched on */
  secondFactor: (back: string) => `/minha-conta/seguranca?voltar=${encodeURIComponent(back)}#duas-etapas`,
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
  /** The story of a rifa's draw, with everything to verify it. */
  draw: (rifaId: string) => `/resultado/${rifaId}`,
  /** The frozen list, and the list together with the record: text files. */
  drawList: (rifaId: string) => `/sorteios/${rifaId}/lista.txt`,
  sealText: (rifaId: string, version: number) => `/sorteios/${rifaId}/lacre/${version}.txt`,
  sealStamp: (rifaId: string, version: number) => `/sorteios/${rifaId}/lacre/${version}.txt.ots`,
  drawProof: (rifaId: string) => `/sorteios/${rifaId}/prova.txt`,
  /** Proof that an order's cotas are on the frozen list, as a page and as PDF. */
  orderProof: (externalReference: string) => `/pedido/${encodeURIComponent(externalReference)}/comprovante`,
  /** The receipt as a picture, made for chats. */
  receiptPicture: (externalReference: string) =>
    `/pedido/${encodeURIComponent(externalReference)}/recibo.png`,
  orderProofPdf: (externalReference: string) =>
    `/pedido/${encodeURIComponent(externalReference)}/comprovante.pdf`,
  /** Orders and cotas without the account's password. */
  ownNumbers: () => '/meus-numeros',
  /** Where a cota that was given away is claimed. */
  gift: (reference: string) => `/presente/${encodeURIComponent(reference)}`,
  /** Proof of a cota that was given, for who holds it now. */
  giftProof: (reference: string) => `/presente/${encodeURIComponent(reference)}/comprovante`,
  myPrizes: () => '/meus-premios',
  ranking: () => '/ranking',
  support: () => '/suporte',
  affiliates: () => '/afiliados-landing',
  affiliate: (page = 1) => (page > 1 ? `/afiliado?pagina=${page}` : '/afiliado'),
  partner: () => '/parceiro',
  ownVouchers: () => '/meus-vouchers',
  checkVoucher: () => '/validar-voucher',
  about: () => '/sobre',
  responsiblePlay: () => '/jogo-responsavel',
  terms: () => '/termos',
  privacy: () => '/privacidade',
};
