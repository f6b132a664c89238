/** Checks mails and notifications of disputed orders against the orders when they were sent. */
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

export interface SentMessage {
  channel: 'mail' | 'notification';
  /** Order of the message. */
  orderId: string;
  kind: string;
  text: string;
}

/** Mails and notifications about the orders, in the order of sending. */
export async function readMessages(
  { pool }: DisputeShop,
  { orders }: DisputeHistory,
): Promise<SentMessage[]> {
  const { rows } = await pool.query<SentMessage>(
    `select * from (
       select 'notification' as channel, split_part(occasion, ':', 2) as "orderId", split_part(occasion, ':', 3) as kind,
         title || E'\\n' || message as text, created_at as at, occasion as key from notifications where occasion like 'order:%'
       union all
       select 'notification', prize.order_id::text, 'instantPrize', title || E'\\n' || message, notifications.created_at, occasion
       from notifications join instant_prizes prize on occasion = 'instant-prize:' || prize.rifa_id || ':' || prize.position
       union all
       select 'mail', split_part(key, ':', 2), split_part(key, ':', 3), '', created_at, key
       from outbox where key like 'order:%') as sent
     where "orderId" = any($1) order by at, key`,
    [orders.map(({ id }) => id)],
  );
  return rows;
}

/** @param truth.before null if jobs of an earlier step ran in this one too */
export function findFaultyMessages(
  sent: readonly SentMessage[],
  { before, after }: { before: readonly OrderTruth[] | null; after: readonly OrderTruth[] },
): string[] {
  const faults: string[] = [];
  for (const [index, now] of after.entries()) {
    const ordersMessages = sent.filter(({ orderId }) => orderId === now.id);
    for (const { kind, channel, text } of ordersMessages)
      if (kind === 'instantPrize' && now.isDisputed === text.includes('combinar a entrega'))
        faults.push(`order ${index}: false ${kind}: ${text}`);
      else if (!matchesOrder(kind, now)) faults.push(`order ${index}: false ${channel} ${kind}: ${text}`);
    for (const { text } of ordersMessages)
      faults.push(...findFalseSentences(text, now).map((each) => `order ${index}: ${each}`));
    const former = before?.[index];
    // A hand-over and its undoing send separate messages.
    if (!former || now.isCash) continue;
    for (const channel of ['mail', 'notification'] as const) {
      const kinds = ordersMessages.flatMap((each) =>
        each.channel === channel && each.kind !== 'instantPrize' ? [each.kind] : [],
      );
      const expected = expectedKinds(former, now);
      if (String(kinds.toSorted()) !== String(expected.toSorted()))
        faults.push(
          `order ${index}, ${former.status} to ${now.status}: ${channel}s ${String(kinds)}, not ${String(expected)}`,
        );
    }
  }
  return faults;
}

/** Whether the message matches the current state of the order. */
function matchesOrder(kind: string, now: OrderTruth): boolean {
  if (kind === 'disputed') return now.status === 'paid' && now.isDisputed;
  if (kind === 'disputeWon') return now.status === 'paid' && !now.isDisputed;
  if (kind === 'chargedBack') return now.status === 'charged_back';
  if (kind === 'refunded') return now.status === 'refunded';
  if (kind === 'paid') return now.status === 'paid';
  return true;
}

function expectedKinds(former: OrderTruth, now: OrderTruth): string[] {
  if (former.status === 'paid' && now.status === 'charged_back') return ['chargedBack'];
  if (former.status === 'paid' && now.status === 'refunded') return ['refunded'];
  if (former.status === 'charged_back' && now.status === 'paid') return now.isDisputed ? [] : ['disputeWon'];
  if (former.status === 'charged_back' && former.isLost && !now.isLost && !now.isDisputed && !now.isRefunded)
    return ['paymentReturned'];
  if (former.status !== 'paid') return [];
  return [
    ...(!former.isDisputed && now.isDisputed ? ['disputed'] : []),
    ...(former.isDisputed && !now.isDisputed ? ['disputeWon'] : []),
    ...(now.refundedCentavos > former.refundedCentavos ? ['partlyRefunded'] : []),
  ];
}

/** Sentences that do not hold for the rifas of the order. */
function findFalseSentences(text: string, { lines }: OrderTruth): string[] {
  const states = lines.map(({ rifaStatus }) => rifaStatus);
  const has = (...expected: string[]) => states.some((state) => expected.includes(state));
  return [
    ...(text.includes('lista de cada sorteio que ainda não fechou') && !has('active', 'paused')
      ? ['no list is open']
      : []),
    ...(/Se uma lista fechou/.test(text) && !has('closed', 'completed') ? ['no list was frozen'] : []),
    ...(/não entram na lista de um sorteio que feche/.test(text) && !has('active', 'paused', 'closed')
      ? ['no list will be frozen']
      : []),
  ];
}
