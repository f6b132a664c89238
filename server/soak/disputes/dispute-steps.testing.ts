/** Steps of the dispute sequences: the bank, the buyers, the recipients of gifts and the team. */
import { randomUUID } from 'node:crypto';
import { ORPCError } from '@orpc/server';
import { sql } from 'kysely';
import { activateAffiliate } from '../../affiliates/activate-affiliate.ts';
import { collectPayouts } from '../../affiliates/payouts/collect-payouts.job.ts';
import { latestPayout } from '@mare/domain/affiliates/payout.ts';
import { drawRifa } from '../../draws/draw-rifa.ts';
import { freshExtraction, PRIZES } from '../../draws/draws.testing.ts';
import { applyBeaconRounds } from '../../draws/instant/apply-beacon-rounds.job.ts';
import { hideInstantPrizes } from '../../draws/instant/hide-instant-prizes.ts';
import { withdrawVouchers } from '../../partners/vouchers/withdraw-vouchers.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import { sendRefunds } from '../../payments/payments.testing.ts';
import { refundAsAdmin } from '../../payments/refunds/refund-as-admin.ts';
import { refundRifa } from '../../payments/refunds/refund-rifa.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { type DisputeShop, PRICE } from './dispute-shop.testing.ts';

export type BankStep =
  | 'mediation'
  | 'charge_back'
  | 'win_dispute'
  | 'lose_charge_back'
  | 'reverse_charge_back';

/** `order`, `rifa` and `gift` are indices, counted around. */
export type DisputeStep =
  | { do: 'bank'; order: number; to: readonly BankStep[]; isJobLate: boolean }
  | { do: 'refund'; order: number; how: 'amount' | 'rifa' | 'withdrawal'; rifa: number }
  | { do: 'send refunds' }
  | { do: 'give'; order: number; cotas: number; isClaimed: boolean }
  | { do: 'claim' | 'withdraw gift'; gift: number }
  | { do: 'freeze' | 'cancel'; rifa: number }
  | { do: 'draw' }
  | { do: 'payout'; to: 'collect' | 'approve' | 'pay' }
  | { do: 'buy'; cotas: number }
  | { do: 'round' }
  | { do: 'hand over' | 'undo hand-over' }
  | { do: 'deliver'; position: number };

export interface DisputedOrder {
  id: string;
  reference: string;
  userId: string;
  /** For an order paid in cash, its own id. */
  paymentId: string;
  isCash: boolean;
  /** Before discounts. */
  listCentavos: number;
  /** Token of its group purchase. */
  token: string | null;
}

export interface GivenCotas {
  reference: string;
  order: DisputedOrder;
  rifaId: string;
  numbers: number[];
  recipientId: string;
}

/** When the numbers of the cotas premiadas of the first rifa exist: never, before the first sale or later. */
export type InstantPrizesAt = 'never' | 'first' | 'later';

export interface DisputeHistory {
  rifas: string[];
  orders: DisputedOrder[];
  gifts: GivenCotas[];
  affiliate: { id: string; userId: string };
  extraction: number;
}

/** Numbers of each rifa: few, so that most draws hit an order. */
const NUMBERS = 10;

/** Cotas premiadas of the first rifa: enough that most sequences find some. */
const INSTANT_PRIZES = 4;
/** Longer than the demonstration's delay of the beacon's round. */
const ROUND_SECONDS = 120;

/**
 * Two rifas with five paid orders: one with a coupon, one of both rifas, the two parts of a group purchase, and one that
 * was paid in cash with a coupon.
 */
export async function beginDisputes(
  shop: DisputeShop,
  instantPrizes: InstantPrizesAt = 'never',
): Promise<DisputeHistory> {
  const rifas = [await shop.rifa(NUMBERS, { prizes: 2 }), await shop.rifa(NUMBERS, { prizes: 2 })];
  await publish(shop, rifas, instantPrizes !== 'never');
  if (instantPrizes === 'first') await passRound(shop);
  const affiliateUser = await shop.buyer();
  await activateAffiliate(shop.platform, affiliateUser);
  const affiliate = await shop.db
    .updateTable('affiliates')
    .set({ pixKey: 'ana@exemplo.com.br', pixKeyType: 'email' })
    .where('userId', '=', affiliateUser)
    .returning(['id', 'userId'])
    .executeTakeFirstOrThrow();
  const coupon = `C${randomUUID().slice(0, 8).toUpperCase()}`;
  await shop.db.insertInto('coupons').values({ code: coupon, percent: 50 }).execute();
  const history: DisputeHistory = { rifas, orders: [], gifts: [], affiliate, extraction: freshExtraction() };
  const [first, second] = rifas as [string, string];
  await buy(shop, history, [{ rifaId: first, cotas: 3 }], { coupon });
  await buy(shop, history, [
    { rifaId: first, cotas: 2 },
    { rifaId: second, cotas: 2 },
  ]);
  const group = { kind: 'start', name: 'Família', parts: 2, hours: 3 };
  await buy(shop, history, [{ rifaId: first, cotas: 1 }], { group });
  const { token } = history.orders.at(-1)!;
  await buy(shop, history, [{ rifaId: first, cotas: 1 }], { group: { kind: 'take', token, partNo: 2 } });
  await buy(shop, history, [{ rifaId: second, cotas: 2 }], { coupon }, true);
  return history;
}

/** Makes the rifas drafts to set the terms, which are immutable in a published rifa. */
async function publish(shop: DisputeShop, rifas: readonly string[], hasPrizes: boolean): Promise<void> {
  const update = (set: { status: string } | { price: string }) =>
    shop.db.updateTable('rifas').set(set).where('id', 'in', rifas).execute();
  await update({ status: 'draft' });
  await update({ price: `${PRICE}.00` });
  const [rifaId] = rifas as [string];
  if (hasPrizes)
    await shop.db.transaction().execute(async (trx) => {
      const prizes = Array.from({ length: INSTANT_PRIZES }, (_, index) => ({
        rifaId,
        position: index + 1,
        name: `Pix ${index + 1}`,
        value: index === 0 ? null : `${index}00.50`,
      }));
      await trx.insertInto('instantPrizes').values(prizes).execute();
      await hideInstantPrizes(trx, { ...shop.platform, config: { demo: true } }, rifaId);
    });
  await update({ status: 'active' });
}

/** Places the cotas premiadas. */
async function passRound({ clock, platform }: DisputeShop): Promise<void> {
  clock.advance(ROUND_SECONDS);
  await applyBeaconRounds(platform);
}

/** A new buyer orders and pays. */
async function buy(
  shop: DisputeShop,
  history: DisputeHistory,
  items: readonly { rifaId: string; cotas: number }[],
  more: object = {},
  isCash = false,
): Promise<void> {
  const userId = await shop.buyer();
  const { id, reference, token } = await shop.checkOut(userId, items, more);
  await shop.db
    .updateTable('orders')
    .set({ affiliateId: history.affiliate.id })
    .where('id', '=', id)
    .execute();
  const paymentId = isCash ? id : await shop.paymentId(reference);
  if (isCash) await settleInCash(shop.payments, id, 'hand-sale');
  else {
    await shop.transition(paymentId, 'approve');
    await applySnapshot(shop.payments, await shop.read(paymentId), 'check');
  }
  const inherited = 'group' in more ? (more.group as { token?: string }).token : undefined;
  const listCentavos = items.reduce((sum, { cotas }) => sum + cotas * PRICE * 100, 0);
  history.orders.push({ id, reference, userId, paymentId, isCash, listCentavos, token: inherited ?? token });
}

/** Takes a step, and reads every payment; a rejection is one of the valid outcomes. */
export async function takeDisputeStep(
  shop: DisputeShop,
  history: DisputeHistory,
  step: DisputeStep,
): Promise<void> {
  shop.clock.advance(60);
  try {
    await execute(shop, history, step);
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
  }
  for (const { paymentId, isCash } of history.orders)
    if (!isCash) await applySnapshot(shop.payments, await shop.read(paymentId), 'check');
}

async function execute(shop: DisputeShop, history: DisputeHistory, step: DisputeStep): Promise<void> {
  const order = 'order' in step ? history.orders[step.order % history.orders.length]! : undefined;
  const rifaId = 'rifa' in step ? history.rifas[step.rifa % history.rifas.length]! : undefined;
  const gift =
    'gift' in step && history.gifts.length > 0 ? history.gifts[step.gift % history.gifts.length] : undefined;
  switch (step.do) {
    case 'bank':
      if (order!.isCash) return;
      for (const to of step.to) await shop.transition(order!.paymentId, to);
      return;
    case 'refund':
      return refund(shop, order!, step.how, rifaId!);
    case 'send refunds':
      return sendRefunds(shop.payments);
    case 'give':
      return give(shop, history, order!, step);
    case 'claim':
      if (gift) await shop.clientOf(gift.recipientId).orders.claimGift({ reference: gift.reference });
      return;
    case 'withdraw gift':
      if (gift) await shop.clientOf(gift.order.userId).orders.cancelGift({ reference: gift.reference });
      return;
    case 'freeze':
      return void (await shop.freeze(rifaId!));
    case 'cancel':
      return cancel(shop, rifaId!);
    case 'draw':
      return draw(shop, history);
    case 'payout':
      return pay(shop, history, step.to);
    case 'hand over':
      return handOver(shop, history);
    case 'undo hand-over':
      return undoHandOver(shop, history);
    case 'round':
      return passRound(shop);
    case 'deliver':
      return void (await shop.admin.draws.deliverInstantPrize({
        rifaId: history.rifas[0]!,
        position: 1 + (step.position % INSTANT_PRIZES),
        note: 'Em mãos.',
      }));
    case 'buy':
      return buy(shop, history, [{ rifaId: history.rifas[0]!, cotas: step.cotas }]);
  }
}

async function refund(
  shop: DisputeShop,
  order: DisputedOrder,
  how: 'amount' | 'rifa' | 'withdrawal',
  rifaId: string,
): Promise<void> {
  if (how === 'withdrawal')
    return void (await shop.clientOf(order.userId).orders.withdraw({ externalReference: order.reference }));
  await refundAsAdmin(shop.payments, {
    orderId: order.id,
    amountCentavos: how === 'amount' ? 10_000 : null,
    ...(how === 'rifa' && { rifaIds: [rifaId] }),
    requestId: randomUUID(),
    note: 'Combinado.',
    userId: shop.admins[0],
  });
}

const cashRefunds = ({ db }: DisputeShop, { orders }: DisputeHistory) =>
  db
    .selectFrom('refunds')
    .select(['id', 'state', 'owedAgainSince'])
    .where('provider', '=', 'cash')
    .where(
      'paymentId',
      'in',
      orders.map(({ id }) => id),
    )
    .execute();

/** Hands over the cash of every refund that waits for it. */
async function handOver(shop: DisputeShop, history: DisputeHistory): Promise<void> {
  for (const { id, state, owedAgainSince } of await cashRefunds(shop, history))
    if (state === 'requested' || owedAgainSince)
      await shop.admin.admin.resolveReview({ subject: { type: 'refund', id }, note: 'Ana, recibo 7.' });
}

/** The latest hand-over was recorded by mistake. */
async function undoHandOver(shop: DisputeShop, history: DisputeHistory): Promise<void> {
  const done = (await cashRefunds(shop, history)).findLast(
    ({ state, owedAgainSince }) => state === 'done' && !owedAgainSince,
  );
  if (!done) return;
  for (let handOvers = 1; handOvers <= 3; handOvers++)
    await shop.admin.admin
      .undoHandOver({ refundId: done.id, handOvers, note: 'Era de outra pessoa.' })
      .catch(ignoreRejection);
}

function ignoreRejection(error: unknown): void {
  if (!(error instanceof ORPCError)) throw error;
}

async function give(
  shop: DisputeShop,
  { gifts }: DisputeHistory,
  order: DisputedOrder,
  { cotas, isClaimed }: { cotas: number; isClaimed: boolean },
): Promise<void> {
  const giver = shop.clientOf(order.userId);
  const page = await giver.orders.page({ externalReference: order.reference });
  const [item] = page.items;
  if (!item) return;
  const taken = new Set(gifts.flatMap((gift) => (gift.order === order ? gift.numbers : [])));
  const numbers = item.selectedNumbers.filter((number) => !taken.has(number)).slice(0, cotas);
  if (numbers.length === 0) return;
  const given = await giver.orders.giveCotas({
    externalReference: order.reference,
    rifaId: item.rifaId,
    numbers,
    recipientName: 'Vó Nina',
    email: null,
  });
  const recipientId = await shop.buyer();
  gifts.push({ reference: given.reference, order, rifaId: item.rifaId, numbers, recipientId });
  if (isClaimed) await shop.clientOf(recipientId).orders.claimGift({ reference: given.reference });
}

async function cancel(shop: DisputeShop, rifaId: string): Promise<void> {
  await shop.db
    .updateTable('rifas')
    .set({ status: 'cancelled', cancelReason: 'OTHER', cancelNote: 'Não dá mais.' })
    .where('id', '=', rifaId)
    .where('status', '=', 'active')
    .execute();
  if ((await shop.statusOf(rifaId)) === 'cancelled') await refundRifa(shop.payments, rifaId);
}

/** Seals and draws every frozen rifa. */
async function draw(shop: DisputeShop, { rifas, extraction }: DisputeHistory): Promise<void> {
  const drawn: string[] = [];
  for (const rifaId of rifas) {
    if ((await shop.statusOf(rifaId)) !== 'closed') continue;
    const sealed = await shop.seal(rifaId, extraction);
    if (sealed.ok) drawn.push(rifaId);
  }
  if (drawn.length === 0) return;
  await shop.waitForLottery();
  await shop.confirmOfficially(PRIZES, extraction);
  for (const rifaId of drawn) await drawRifa(shop.platform, rifaId, withdrawVouchers);
}

async function pay(
  shop: DisputeShop,
  { affiliate }: DisputeHistory,
  to: 'collect' | 'approve' | 'pay',
): Promise<void> {
  if (to === 'collect') {
    // Long enough ago for the payout.
    await shop.db
      .updateTable('affiliateCommissions')
      .set({ confirmedAt: new Date(latestPayout(shop.clock.now()).endsBefore.getTime() - 86_400_000) })
      .where('affiliateId', '=', affiliate.id)
      .where('payoutId', 'is', null)
      .execute();
    return void (await collectPayouts(shop.platform));
  }
  const state = to === 'approve' ? 'collected' : 'approved';
  const { rows } = await sql<{ id: string }>`
    select id from payouts where affiliate_id = ${affiliate.id} and status = ${state}`.execute(shop.db);
  for (const { id } of rows)
    await (to === 'approve'
      ? shop.admin.admin.approvePayout({ id })
      : shop.admin.admin.payPayout({ id, reference: 'E123' }));
}
