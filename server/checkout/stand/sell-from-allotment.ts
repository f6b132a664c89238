import type { Kysely, Transaction } from 'kysely';
import type { StandResult, StandRejection, StandSale } from '@mare/contract/checkout/stand.ts';
import { readBrazilianPhone } from '@mare/domain/accounts/phone-number.ts';
import { discountsFor } from '@mare/domain/checkout/discounts.ts';
import { priceStandSale } from '@mare/domain/checkout/price-stand-sale.ts';
import { HOLD_MS } from '@mare/domain/orders/hold.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { findOrCreateBuyer } from '../../accounts/find-or-create-buyer.ts';
import { checkOwnLimits, releaseSpendingClaim } from '../../accounts/limits/check-own-limits.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { type Allotment, findHolder, lockAllotment } from '../../orders/stand/find-allotments.ts';
import {
  findStandSale,
  lockRifaOnSale,
  manualRequestId,
  writeStandOrder,
} from '../../orders/stand/write-stand-order.ts';
import { settleInCashWithin } from '../../payments/cash/settle-in-cash.ts';
import { lockOrderReference } from '../../payments/settlement/with-order-lock.ts';
import { inTransaction, violatedUnique } from '../../platform/database/transaction.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { findRifasOnSale } from '../checkout.queries.ts';
import { checkEligibility, type NotEligible } from '../validation/check-eligibility.ts';

type Answer =
  | { outcome: 'sold'; externalReference: string; totalCentavos: number }
  | { outcome: 'rejected'; code: StandRejection; reason: NotEligible['reason'] | null; numbers: number[] }
  | { outcome: 'later'; code: 'BUSY' | 'PAUSED' };

/**
 * Registers one sale of a phone as a paid order, exactly once by its id. Prices are those that the phone knew, lowered
 * by what the buyer's account is due; everything else is checked as of now.
 *
 * @param by the seller, for the activity log
 */
export async function sellFromAllotment(
  platform: Platform,
  by: PanelUser,
  allotment: Allotment,
  sale: StandSale,
): Promise<StandResult> {
  const answer =
    (await findRepeated(platform.db, allotment, sale)) ?? (await sell(platform, by, allotment, sale));
  if (answer.outcome === 'rejected') await recordRejection(platform, by, allotment, sale, answer.code);
  return { id: sale.id, ...answer };
}

async function findRepeated(db: Kysely<DB>, { id }: Allotment, sale: StandSale): Promise<Answer | null> {
  const stored = await findStandSale(db, sale.id);
  if (!stored) return null;
  const isSame = stored.allotmentId === id && String(stored.numbers) === String(sale.numbers);
  if (!isSame) return rejected('KEY_REUSED');
  const { externalReference, totalAmount } = stored;
  return { outcome: 'sold', externalReference, totalCentavos: centavosFromNumeric(totalAmount) };
}

async function sell(
  platform: Platform,
  by: PanelUser,
  { id: allotmentId, rifaId, terms }: Allotment,
  sale: StandSale,
): Promise<Answer> {
  const { name, numbers, quantity, tier } = sale;
  const phone = readBrazilianPhone(sale.phone);
  if (phone === null) return rejected('INVALID_CUSTOMER');
  if (new Set(numbers).size < numbers.length) return rejected('NUMBERS_TAKEN', numbers);
  const userId = await findOrCreateBuyer(platform, { email: null, name, phone });
  if (!userId) return { outcome: 'later', code: 'BUSY' };
  const rifas = await findRifasOnSale(platform, userId, [rifaId]);
  const rifa = rifas.get(rifaId);
  // Whether it is closed or only paused, the transaction below decides.
  const discounts = discountsFor({ isVip: rifa?.isBuyerVip ?? false }, null);
  const { maxPerPerson = null, heldCotas = 0 } = rifa ?? {};
  // The phone waives the minimum for its last numbers.
  const priced = priceStandSale(terms, { rifaId, quantity, tier }, 1, { discounts, maxPerPerson, heldCotas });
  if (!priced.ok) return rejected(priced.code === 'RIFA_NOT_ACTIVE' ? 'RIFA_CLOSED' : priced.code);
  const [line] = priced.lines;
  const isAsSold = line!.quantity === numbers.length && priced.totalCentavos <= sale.paidCentavos;
  if (!isAsSold) return rejected('PRICE_CHANGED');
  const rejection = rifa && (await checkEligibility(platform, userId, rifas, { stated: {}, isMinor: false }));
  if (rejection && !isUnknown(rejection)) return { ...rejected('NOT_ELIGIBLE'), reason: rejection.reason };

  const { totalCentavos } = priced;
  const purchase = { userId, clientRequestId: manualRequestId(sale.id), totalCentavos };
  const within = await checkOwnLimits(platform, purchase);
  if (!within.ok) return rejected('BUYER_MAY_NOT_SPEND');
  const answer = await commitSale(platform, by, { id: allotmentId, rifaId, terms }, sale, {
    userId,
    phone,
    totalCentavos,
    bonusQuantity: line!.bonusQuantity,
    unitPriceCentavos: line!.unitPriceCentavos,
    maxPerPerson,
  });
  if (answer.outcome !== 'sold') await releaseSpendingClaim(platform, purchase);
  return answer;
}

interface CheckedSale {
  userId: string;
  /** Area code and number, digits only. */
  phone: string;
  totalCentavos: number;
  bonusQuantity: number;
  unitPriceCentavos: number;
  maxPerPerson: number | null;
}

/** One transaction: the numbers leave the allotment, and the order is written and paid. */
async function commitSale(
  platform: Platform,
  by: PanelUser,
  { id: allotmentId, rifaId, terms }: Pick<Allotment, 'id' | 'rifaId' | 'terms'>,
  sale: StandSale,
  { phone, ...checked }: CheckedSale,
): Promise<Answer> {
  const { name, numbers, quantity, externalReference, paidWith } = sale;
  const { userId, totalCentavos } = checked;
  const order = { id: platform.random.uuid(), externalReference, totalCentavos };
  const work = async (trx: Transaction<DB>): Promise<Answer> => {
    await lockOrderReference(trx, externalReference);
    const allotment = await lockAllotment(trx, allotmentId);
    // A concurrent request stored this sale first.
    const repeated = await findRepeated(trx, allotment, sale);
    if (repeated) return repeated;
    const now = platform.clock.now();
    const state = await lockRifaOnSale(trx, rifaId, now);
    if (state === 'paused') return { outcome: 'later', code: 'PAUSED' };
    if (state === 'closed') return rejected('RIFA_CLOSED');
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
    const settled = await settleInCashWithin(trx, platform, order, `admin:${by.userId}`);
    if (!settled.ok) throw new Error(`order ${order.id} of a stand: ${settled.code}`);
    await recordActivity(trx, platform, {
      ...by,
      action: 'sell-by-hand',
      entityType: 'order',
      entityId: order.id,
      description: `Vendeu ${cotas(numbers.length)} de “${terms.title}” ${PAID_WITH[paidWith]}, sem internet.`,
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

const cotas = (count: number) => `${count} ${count === 1 ? 'cota' : 'cotas'}`;

function rejected(code: StandRejection, numbers: readonly number[] = []) {
  return { outcome: 'rejected' as const, code, reason: null, numbers: [...numbers] };
}

/** The seller checks age, city and who the buyer is in person; reasons known from the account still reject the sale. */
function isUnknown({ reason }: NotEligible): boolean {
  return reason === 'city_unknown' || reason === 'birth_date_unknown' || reason === 'cpf_unknown';
}

/** The organiser and the seller who has the numbers now see which money goes back. */
async function recordRejection(
  platform: Platform,
  by: PanelUser,
  { id, rifaId, terms }: Allotment,
  sale: StandSale,
  code: StandRejection,
): Promise<void> {
  const holder = await findHolder(platform.db, id);
  // The phone may have sent it from the background, or be the one that was lost.
  await sendNotification(platform.db, platform, {
    userId: holder.sellerId,
    type: 'warning',
    title: 'Uma venda do balcão não entrou',
    message: `${sale.name}, ${sale.phone}, recebe ${formatBrl(sale.paidCentavos)} de volta: ${cotas(sale.numbers.length)} de “${terms.title}”.`,
    data: { href: '/balcao' },
    deduplicationKey: `stand-rejected:${sale.id}`,
  });
  await recordActivity(platform.db, platform, {
    ...by,
    action: 'reject-stand-sale',
    entityType: 'rifa',
    entityId: rifaId,
    description: `Uma venda sem internet de ${cotas(sale.numbers.length)} de “${terms.title}” não entrou: o dinheiro tem de ser devolvido.`,
    details: { allotment: id, sale: sale.id, code, paidCentavos: sale.paidCentavos, numbers: sale.numbers },
    deduplicationKey: `stand-rejected:${sale.id}`,
  });
}
