/** @param returnTo path to return to after the sign-in */
function withReturn(path: string, returnTo: string | null | undefined): string {
  return returnTo ? `${path}?voltar=${encodeURIComponent(returnTo)}` : path;
}

/** All paths of the site. Components do not write paths themselves. */
export const links = {
  home: () => '/',
  /** Anonymous purchase page, the target of rifa cards. */
  rifa: (id: string) => `/rifa/${id}/anonymous`,
  /** Rifa page, for sharing and for buying with an account. */
  rifaDetail: (id: string) => `/rifa/${id}`,
  /** Page of a rifa before its publication, for the team. */
  preview: (id: string) => `/rifa/${id}/previa`,
  /** Rifa page with the express sheet open. */
  express: (id: string) => `/rifa/${id}?comprar=1`,
  /** Cotas premiadas and the data to verify them. */
  instantPrizes: (id: string) => `/rifa/${id}/premiadas`,
  /** Short link that redirects to the rifa. */
  shortCode: (code: string) => `/r/${code}`,
  /** Printable poster with the QR code of the rifa. */
  poster: (id: string) => `/rifas/${id}/cartaz.pdf`,
  /** Story, feed picture, poster and text for sellers, in a ZIP file. */
  sellerKit: (id: string) => `/rifas/${id}/kit.zip`,
  /** Server-rendered Open Graph image of a rifa. */
  sharingPicture: (id: string) => `/og/rifas/${id}.png`,
  purchase: (rifaId: string) => `/checkout?rifa=${encodeURIComponent(rifaId)}`,
  auth: (returnTo?: string | null) => withReturn('/auth', returnTo),
  recoverPassword: (returnTo?: string | null) => withReturn('/auth/recuperar-senha', returnTo),
  newPassword: (returnTo?: string | null) => withReturn('/auth/nova-senha', returnTo),
  dashboard: () => '/dashboard',
  /** Sales without a network; cached by the service worker. */
  stand: () => '/balcao',
  account: () => '/minha-conta',
  /** Limit, pause and self-exclusion in the account. */
  ownLimits: () => '/minha-conta#limites',
  security: () => '/minha-conta/seguranca',
  /** @param back path to return to after the second factor is enabled */
  secondFactor: (returnTo: string) =>
    `/minha-conta/seguranca?voltar=${encodeURIComponent(returnTo)}#duas-etapas`,
  notifications: () => '/notifications',
  emailPreferences: () => '/email-preferences',
  checkout: () => '/checkout',
  /** The checkout with a reserved order in place, to pay. */
  checkoutOrder: (externalReference: string) => `/checkout?pedido=${encodeURIComponent(externalReference)}`,
  paymentPending: (externalReference: string) =>
    `/checkout/pendente?external_reference=${encodeURIComponent(externalReference)}`,
  paymentApproved: (externalReference: string) =>
    `/checkout/sucesso?external_reference=${encodeURIComponent(externalReference)}`,
  paymentRejected: (externalReference: string) =>
    `/checkout/falha?external_reference=${encodeURIComponent(externalReference)}`,
  /** Order of the signed-in buyer by id; `order` uses the secret reference instead. */
  orderDetail: (id: string) => `/results/${id}`,
  order: (externalReference: string) => `/pedido/${encodeURIComponent(externalReference)}`,
  /** Page of a group purchase, opened by its secret token. */
  group: (token: string) => `/bolao/${encodeURIComponent(token)}`,
  howToTakePart: () => '/como-participar',
  results: (page = 1) => (page > 1 ? `/resultado?pagina=${page}` : '/resultado'),
  /** Audit page of a rifa's draw. */
  draw: (rifaId: string) => `/resultado/${rifaId}`,
  /** Live page of the draw, later its replay. */
  liveDraw: (rifaId: string) => `/resultado/${rifaId}/ao-vivo`,
  /** Text files: the frozen list, and the list with the draw record. */
  drawList: (rifaId: string) => `/sorteios/${rifaId}/lista.txt`,
  sealText: (rifaId: string, version: number) => `/sorteios/${rifaId}/lacre/${version}.txt`,
  sealStamp: (rifaId: string, version: number) => `/sorteios/${rifaId}/lacre/${version}.txt.ots`,
  /** @param treeSizes of receipts, for which the file proves consistency */
  drawProof: (rifaId: string, treeSizes: readonly number[] = []) =>
    `/sorteios/${rifaId}/prova.txt${treeSizes.length > 0 ? `?desde=${treeSizes.join(',')}` : ''}`,
  drawLog: (rifaId: string) => `/sorteios/${rifaId}/registro.json`,
  /** Static page that verifies draws from files, without network. */
  verifier: () => '/verificar/',
  transparency: () => '/transparencia',
  /** Page and PDF that prove that an order's cotas are on the frozen list. */
  orderProof: (externalReference: string) => `/pedido/${encodeURIComponent(externalReference)}/comprovante`,
  /** Receipt as an image for sharing in chats. */
  receiptPicture: (externalReference: string) =>
    `/pedido/${encodeURIComponent(externalReference)}/recibo.png`,
  /** Own cotas as a picture for stories or, square, for feeds. */
  storyPicture: (externalReference: string, shape: 'story' | 'square') =>
    `/pedido/${encodeURIComponent(externalReference)}/historia.png${shape === 'square' ? '?formato=quadrado' : ''}`,
  orderProofPdf: (externalReference: string) =>
    `/pedido/${encodeURIComponent(externalReference)}/comprovante.pdf`,
  /** Orders and cotas, accessible without a password. */
  ownNumbers: () => '/meus-numeros',
  /** Page to claim a gifted cota. */
  gift: (reference: string) => `/presente/${encodeURIComponent(reference)}`,
  /** Proof of a gifted cota for its recipient. */
  giftProof: (reference: string) => `/presente/${encodeURIComponent(reference)}/comprovante`,
  myPrizes: () => '/meus-premios',
  ranking: () => '/ranking',
  support: () => '/suporte',
  /** The form of a new ticket about an order. */
  supportForOrder: (externalReference: string) => `/suporte?pedido=${encodeURIComponent(externalReference)}`,
  affiliates: () => '/afiliados-landing',
  affiliate: (page = 1) => (page > 1 ? `/afiliado?pagina=${page}` : '/afiliado'),
  partner: () => '/parceiro',
  ownVouchers: () => '/meus-vouchers',
  checkVoucher: () => '/validar-voucher',
  bookVoucher: () => '/marcar-voucher',
  about: () => '/sobre',
  responsiblePlay: () => '/jogo-responsavel',
  terms: () => '/termos',
  privacy: () => '/privacidade',
};
