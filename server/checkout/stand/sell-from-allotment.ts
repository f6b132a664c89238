import type { Transaction } from 'kysely';
import type { StandResult, StandSale } from '@mare/contract/checkout/stand.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { discountsFor } from '@mare/domain/checkout/discounts.ts';
import { priceStandSale } from '@mare/domain/checkout/price-stand-sale.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import type { DB } from '@mare/database/schema.ts';
import { findOrCreateBuyer } from '../../accounts/find-or-create-buyer.ts';
import { checkOwnLimits, releaseSpendingClaim } from '../../accounts/limits/check-own-limits.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { type Allotment, lockAllotment } from '../../orders/stand/find-allotments.ts';
import { lockRifaOnSale, manualRequestId, writeStandOrder } from '../../orders/stand/write-stand-order.ts';
import { settleInCashWithin } from '../../payments/cash/settle-in-cash.ts';
import { lockOrderReference } from '../../payments/settlement/with-order-lock.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRifasOnSale } from '../checkout.queries.ts';
import { checkEligibility, type NotEligible } from '../validation/check-eligibility.ts';
import { rejectSale } from './reject-sale.ts';
import { type StandOutcome, findOutcome, rejected } from './stand-outcome.ts';

/**
 * Registers one sale made on a phone as a paid order, once per id, or rejects it for good. Uses the prices that the
 * phone knew, lowered by the discounts of the buyer's account; checks everything else as of now.
 * @param by the seller, for the activity log
 * @param maySell whether the seller still has the role
 */
export async function sellFromAllotment(
  platform: Platform,
  by: PanelUser,
  allotment: Allotment,
  sale: StandSale,
  maySell: boolean,
): Promise<StandResult> {
  const stored = await findOutcome(platform.db, allotment, sale);
  const result =
    stored ?? (maySell ? await sell(platform, by, allotment, sale) : rejected('SELLER_MAY_NOT_SELL'));
  if (result.outcome !== 'rejected') return { id: sale.id, ...result };
  return { id: sale.id, ...(await rejectSale(platform, by, allotment, sale, result)) };
}

async function sell(
  platform: Platform,
  by: PanelUser,
  { id: allotmentId, rifaId, terms }: Allotment,
  sale: StandSale,
): Promise<StandOutcome> {
  const { name, numbers, quantity, tier } = sale;
  const phone = readBrazilianPhone(sale.phone);
  if (phone === null) return rejected('INVALID_CUSTOMER');
  if (new Set(numbers).size < numbers.length) return rejected('NUMBERS_TAKEN', numbers);
  const userId = await findOrCreateBuyer(platform, { email: null, name, phone });
  if (!userId) return { outcome: 'later', code: 'BUSY' };
  const rifas = await findRifasOnSale(platform, userId, [rifaId]);
  const rifa = rifas.get(rifaId);
  // The transaction below decides whether it is closed or only paused.
  const discounts = discountsFor({ isVip: rifa?.isBuyerVip ?? false }, null);
  const { maxPerPerson = null, heldCotas = 0 } = rifa ?? {};
  // The phone waives the minimum for its last numbers.
  const priced = priceStandSale(terms, { rifaId, quantity, tier }, 1, { discounts, maxPerPerson, heldCotas });
  if (!priced.ok) return rejected(priced.code === 'RIFA_NOT_ACTIVE' ? 'RIFA_CLOSED' : priced.code);
  const [line] = priced.lines;
  const isAsSold = line!.quantity === numbers.length && priced.totalCentavos <= sale.paidCentavos;
  if (!isAsSold) return rejected('PRICE_CHANGED');
  const rejection = rifa && (await checkEligibility(platform, userId, rifas, { stated: {}, isMinor: false }));
  // Paused since the rifa was read.
  const isPaused = rejection?.reason === 'not_on_sale';
  if (rejection && !isUnknown(rejection) && !isPaused)
    return { ...rejected('NOT_ELIGIBLE'), reason: rejection.reason };

  const { totalCentavos } = priced;
  const purchase = { userId, clientRequestId: manualRequestId(sale.id), totalCentavos };
  const within = await checkOwnLimits(platform, purchase);
  if (!within.ok) return rejected('BUYER_MAY_NOT_SPEND');
  const full = priceStandSale(terms, { rifaId, quantity, tier }, 1);
  const result = await commitSale(platform, by, { id: allotmentId, rifaId, terms }, sale, {
    userId,
    phone,
    totalCentavos,
    paidCentavos: Math.min(sale.paidCentavos, full.ok ? full.totalCentavos : totalCentavos),
    bonusQuantity: line!.bonusQuantity,
    unitPriceCentavos: line!.unitPriceCentavos,
    maxPerPerson,
    isChecked: rifa !== undefined && !isPaused,
  });
  if (result.outcome !== 'sold') await releaseSpendingClaim(platform, purchase);
  return result;
}

interface CheckedSale {
  userId: string;
  /** Area code and number, digits only. */
  phone: string;
  totalCentavos: number;
  /** Before the discounts of the buyer's account, which the seller hands back. At most the undiscounted price. */
  paidCentavos: number;
  bonusQuantity: number;
  unitPriceCentavos: number;
  maxPerPerson: number | null;
  /** False if the rifa was not on sale, which leaves the buyer and the limit per person unchecked. */
  isChecked: boolean;
}

/** One transaction: the numbers leave the allotment, and the order is written and paid. */
async function commitSale(
  platform: Platform,
  by: PanelUser,
  { id: allotmentId, rifaId, terms }: Pick<Allotment, 'id' | 'rifaId' | 'terms'>,
  sale: StandSale,
  { phone, isChecked, ...checked }: CheckedSale,
): Promise<StandOutcome> {
  const { name, numbers, quantity, externalReference, paidWith } = sale;
  const { userId, totalCentavos } = checked;
  const order = { id: platform.random.uuid(), externalReference, totalCentavos };
  const work = async (trx: Transaction<DB>): Promise<StandOutcome> => {
    await lockOrderReference(trx, externalReference);
    const allotment = await lockAllotment(trx, allotmentId);
    // A concurrent request decided this sale first.
    const repeated = await findOutcome(trx, allotment, sale);
    if (repeated) return repeated;
    const now = platform.clock.now();
    const state = await lockRifaOnSale(trx, rifaId, now);
    if (state === 'paused') return { outcome: 'later', code: 'PAUSED' };
    if (state === 'closed') return rejected('RIFA_CLOSED');
    // Sales resumed after the checks were left out: the phone sends the sale again.
    if (!isChecked) return { outcome: 'later', code: 'BUSY' };
    const written = await writeStandOrder(
      trx,
      allotment,
      {
        ...checked,
        saleId: sale.id,
        orderId: order.id,
        externalReference,
        customer: { name, phone },
        numbers,
        paidWith,
        soldAt: new Date(sale.soldAt),
        holdExpiresAt: new Date(now.getTime() + HOLD_MS),
      },
      now,
    );
    if (!written.ok) return rejected(written.code, 'numbers' in written ? written.numbers : []);
    const settled = await settleInCashWithin(trx, platform, order, `admin:${by.userId}`, {
      bankedCentavos: paidWith === 'pix' ? checked.paidCentavos : 0,
    });
    if (!settled.ok) throw new Error(`order ${order.id} of a stand: ${settled.code}`);
    await recordActivity(trx, platform, {
      ...by,
      action: 'sell-by-hand',
      entityType: 'order',
      entityId: order.id,
      description: `Vendeu ${countCotas(numbers.length)} de “${terms.title}” ${PAID_WITH[paidWith]}, sem internet.`,
      details: {
        rifaId,
        quantity,
        totalCentavos,
        buyer: userId,
        allotment: allotmentId,
        soldAt: sale.soldAt,
      },
      deduplicationKey: `sold-by-hand:${order.id}`,
    });
    return { outcome: 'sold', externalReference, totalCentavos };
  };
  try {
    return await inTransaction(platform.db, work);
  } catch (error) {
    if (violatedUnique(error) !== null) return rejected('KEY_REUSED');
    throw error;
  }
}

const PAID_WITH = { cash: 'em dinheiro', pix: 'por Pix na hora' };

/** The seller checks age, city and identity in person; other reasons known from the account still reject the sale. */
function isUnknown({ reason }: NotEligible): boolean {
  return reason === 'city_unknown' || reason === 'birth_date_unknown' || reason === 'cpf_unknown';
}
