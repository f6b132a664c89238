/** The shop before the steps of a dispute sequence, and what the steps changed in it. */
import { randomUUID } from 'node:crypto';
import { activateAffiliate } from '../../affiliates/activate-affiliate.ts';
import { freshExtraction } from '../../draws/draws.testing.ts';
import { applyBeaconRounds } from '../../draws/instant/hiding/apply-beacon-rounds.job.ts';
import { hideInstantPrizes } from '../../draws/instant/hiding/hide-instant-prizes.ts';
import { settleInCash } from '../../payments/cash/settle-in-cash.ts';
import { applySnapshot } from '../../payments/settlement/apply-snapshot.ts';
import { type DisputeShop, PRICE } from './dispute-shop.testing.ts';

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
export const INSTANT_PRIZES = 4;
/** Longer than the demonstration's delay of the beacon's round. */
const ROUND_SECONDS = 120;

/**
 * Two rifas with five paid orders: one with a coupon, one of both rifas, the two parts of a group purchase, and one that
 * was paid in cash with a coupon.
 */
export async function createDisputeHistory(
  shop: DisputeShop,
  instantPrizes: InstantPrizesAt = 'never',
): Promise<DisputeHistory> {
  const rifas = [await shop.rifa(NUMBERS, { prizes: 2 }), await shop.rifa(NUMBERS, { prizes: 2 })];
  await publish(shop, rifas, instantPrizes !== 'never');
  if (instantPrizes === 'first') await applyBeaconRound(shop);
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
export async function applyBeaconRound({ clock, platform }: DisputeShop): Promise<void> {
  clock.advance(ROUND_SECONDS);
  await applyBeaconRounds(platform);
}

/** A new buyer orders and pays. */
export async function buy(
  shop: DisputeShop,
  history: DisputeHistory,
  items: readonly { rifaId: string; cotas: number }[],
  options: object = {},
  isCash = false,
): Promise<void> {
  const userId = await shop.buyer();
  const { id, reference, token } = await shop.checkOut(userId, items, options);
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
  const inherited = 'group' in options ? (options.group as { token?: string }).token : undefined;
  const listCentavos = items.reduce((sum, { cotas }) => sum + cotas * PRICE * 100, 0);
  history.orders.push({ id, reference, userId, paymentId, isCash, listCentavos, token: inherited ?? token });
}
