/** Requests of a buyer for records of another buyer. */

/** References of one buyer's records. */
type OwnedRecords = Record<
  | 'buyer'
  | 'order'
  | 'paidReference'
  | 'ticket'
  | 'notification'
  | 'session'
  | 'prize'
  | 'voucher'
  | 'cart'
  | 'group'
  | 'allotment',
  string
>;

interface Attempt {
  method: string;
  path: string;
  body?: unknown;
  status: number;
}

/** Requests by operation, with the expected status. */
export function requestsOfStranger(owned: OwnedRecords): Record<string, Attempt[]> {
  const { buyer, order, paidReference, ticket, notification, session, prize, voucher, cart, group } = owned;
  const NOT_FOUND = 404;
  const claim = { name: 'Joana Lima', phone: '81999990012', note: '' };
  return {
    'orders.detail': [
      { method: 'GET', path: `/api/me/orders/${order}`, status: NOT_FOUND },
      { method: 'GET', path: `/api/me/orders/${paidReference}`, status: NOT_FOUND },
    ],
    'orders.giveCotas': [
      {
        method: 'POST',
        path: `/api/orders/${paidReference}/gifts`,
        body: { rifaId: order, numbers: [1], recipientName: 'Joana', email: null },
        status: NOT_FOUND,
      },
    ],
    'orders.givenCotas': [{ method: 'GET', path: `/api/orders/${paidReference}/gifts`, status: NOT_FOUND }],
    'orders.cancelGift': [{ method: 'DELETE', path: `/api/gifts/${paidReference}`, status: NOT_FOUND }],
    'orders.giveUp': [
      { method: 'POST', path: `/api/orders/${paidReference}/cancellation`, status: NOT_FOUND },
    ],
    'orders.withdraw': [
      { method: 'POST', path: `/api/orders/${paidReference}/withdrawal`, status: NOT_FOUND },
    ],
    'accounts.bringPurchases': [
      {
        method: 'POST',
        path: '/api/me/purchases-elsewhere',
        body: { accountId: buyer },
        status: NOT_FOUND,
      },
    ],
    'accounts.revokeSession': [{ method: 'DELETE', path: `/api/me/sessions/${session}`, status: NOT_FOUND }],
    'stand.send': [
      {
        method: 'POST',
        path: '/api/stand/sales',
        body: { allotmentId: owned.allotment, sendKey: 'b'.repeat(43), sales: [] },
        status: NOT_FOUND,
      },
    ],
    'support.thread': [{ method: 'GET', path: `/api/support-tickets/${ticket}`, status: NOT_FOUND }],
    'support.reply': [
      {
        method: 'POST',
        path: `/api/support-tickets/${ticket}/replies`,
        body: { message: 'Oi' },
        status: NOT_FOUND,
      },
    ],
    'support.attach': [{ method: 'POST', path: `/api/support-tickets/${ticket}/files`, status: 400 }],
    'support.file': [
      { method: 'GET', path: `/api/support-tickets/${ticket}/files/${ticket}`, status: NOT_FOUND },
    ],
    'support.markRead': [{ method: 'POST', path: `/api/support-tickets/${ticket}/read`, status: NOT_FOUND }],
    'support.typing': [{ method: 'POST', path: `/api/support-tickets/${ticket}/typing`, status: NOT_FOUND }],
    'support.openTicket': [
      {
        method: 'POST',
        path: '/api/support-tickets',
        body: { subject: 'Oi', message: 'Oi', orderReference: paidReference },
        status: NOT_FOUND,
      },
    ],
    'support.rate': [
      {
        method: 'POST',
        path: `/api/support-tickets/${ticket}/rating`,
        body: { rating: 1 },
        status: NOT_FOUND,
      },
    ],
    'notifications.markRead': [
      { method: 'POST', path: `/api/notifications/${notification}/read`, status: NOT_FOUND },
    ],
    'orders.endGroup': [{ method: 'POST', path: `/api/group-purchases/${group}/end`, status: NOT_FOUND }],
    'draws.claimPrize': [
      { method: 'POST', path: `/api/prizes/${prize}/claim`, body: claim, status: NOT_FOUND },
    ],
    'draws.prizePhoto': [{ method: 'GET', path: `/api/prizes/${prize}/photo`, status: NOT_FOUND }],
    'draws.changePhotoConsent': [
      {
        method: 'POST',
        path: `/api/prizes/${prize}/photo-consent`,
        body: { photoId: prize, agrees: true },
        status: NOT_FOUND,
      },
    ],
    'draws.mailReceipt': [
      { method: 'POST', path: `/api/orders/${paidReference}/proof/mail`, status: NOT_FOUND },
    ],
    'draws.receipt': [{ method: 'GET', path: `/api/orders/${paidReference}/proof`, status: NOT_FOUND }],
    'draws.giftProof': [{ method: 'GET', path: `/api/gifts/${paidReference}/proof`, status: NOT_FOUND }],
    'partners.voucherPdf': [{ method: 'GET', path: `/api/vouchers/${voucher}/pdf`, status: NOT_FOUND }],
    'partners.bookVoucher': [
      {
        method: 'POST',
        path: `/api/vouchers/${voucher}/booking`,
        body: { version: 0, action: { kind: 'cancel' } },
        status: NOT_FOUND,
      },
    ],
    'partners.answerBooking': [
      {
        method: 'POST',
        path: `/api/partners/me/bookings/${voucher}`,
        body: { version: 0, action: { kind: 'cancel' } },
        status: 401,
      },
    ],
    'partners.undoVoucher': [
      { method: 'POST', path: `/api/partners/me/vouchers/${voucher}/undo`, status: 401 },
    ],
    // The session id is secret, but does not give a stranger access.
    'cart.sync': [{ method: 'PUT', path: '/api/cart', body: { sessionId: cart, items: [] }, status: 409 }],
    'cart.migrate': [{ method: 'POST', path: '/api/cart/migration', body: { sessionId: cart }, status: 200 }],
  };
}

/** Operations that need no test: the record is public, or its secret reference is the permission. */
export const OPEN = new Set([
  'rifas.find',
  'affiliates.shareLink',
  'rifas.participation',
  // Limited to the caller and a public rifa.
  'rifas.readNotice',
  'rifas.askNotice',
  'rifas.endNotice',
  'rifas.takenNumbers',
  'rifas.leaders',
  'rifas.legal',
  'rifas.numberMap',
  'rifas.searchNumbers',
  'rifas.drawNumbers',
  'draws.audit',
  'draws.watch',
  'draws.live',
  'checkout.startPayment',
  'checkout.quote',
  'experiments.record',
  'experiments.recordVisit',
  'accounts.prove',
  // Limited to the caller; the path names a month.
  'affiliates.statement',
  'orders.page',
  'orders.startHosted',
  'orders.startPix',
  'orders.openLookup',
  'orders.gift',
  'orders.group',
  'orders.claimGift',
  'draws.proofs',
  'draws.instantPrizes',
  'draws.foundPrizes',
  // Limited to the session's partner; the path names a month.
  'partners.statement',
  'partners.statementPdf',
  'partners.confirmLogin',
  'personalization.track',
  'transparency.rifaEntries',
]);
