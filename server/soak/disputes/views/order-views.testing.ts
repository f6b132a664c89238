/** Compares the pages and lists of an order, of its buyer and of the team, with its payment. */
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import { differences } from './differences.testing.ts';
import type { OrderTruth } from './order-truth.testing.ts';

export async function findFaultsOfOrder(
  shop: DisputeShop,
  { orders }: DisputeHistory,
  truth: OrderTruth,
  /** References of the disputed orders that the panel lists for review. */
  inReview: ReadonlySet<string>,
): Promise<string[]> {
  const name = `order ${orders.findIndex(({ id }) => id === truth.id)}`;
  const { status, refundedCentavos, amountCentavos } = truth;
  const faults: string[] = [];
  if (truth.isLost && status !== 'charged_back') faults.push(`${name} is lost and ${status}`);
  if (truth.isRefunded && status !== 'refunded' && status !== 'charged_back')
    faults.push(`${name} is refunded and ${status}`);
  if (!truth.isLost && !truth.isRefunded && status === 'refunded')
    faults.push(`${name} is refunded without a refund`);
  const isDisputed = truth.isDisputed && status === 'paid';
  const { cashOwedCentavos } = truth;
  const shown = { status, isDisputed, returnedCentavos: refundedCentavos, cashOwedCentavos };
  const byReference = { externalReference: truth.reference };
  const own = shop.clientOf(truth.userId);
  const [page, ownPage, detail, mine, found] = await Promise.all([
    shop.clientOf(null).orders.page(byReference),
    own.orders.page(byReference),
    own.orders.detail({ id: truth.id }),
    own.orders.mine({}),
    shop.admin.admin.orders.find({ id: truth.id }),
  ]);
  faults.push(...differences(`${name}, public page`, shown, page));
  faults.push(...differences(`${name}, own page`, shown, ownPage));
  faults.push(...differences(`${name}, detail`, shown, detail));
  faults.push(...differences(`${name}, list of own orders`, shown, mine.orders[0]!));
  if (isDisputed && ownPage.withdrawal) faults.push(`${name} offers a withdrawal of a disputed payment`);
  if (ownPage.refundUnderWay !== truth.isGoingBack)
    faults.push(`${name} says a refund is under way: ${ownPage.refundUnderWay}`);
  const kept = status === 'charged_back' && truth.isLost ? 0 : amountCentavos - refundedCentavos;
  faults.push(
    ...differences(
      `${name}, panel`,
      {
        status,
        isDisputed,
        returnedCentavos: refundedCentavos,
        cashOwedCentavos,
        chargedBackCentavos: truth.isLost ? amountCentavos - refundedCentavos : 0,
      },
      found,
    ),
  );
  const received = (found.ledger ?? []).filter(
    ({ account, kind }) => ['mp_receivable', 'cash', 'cash_owed'].includes(account) && kind !== 'fee',
  );
  const balance = received.reduce((sum, { centavos }) => sum + centavos, 0);
  if (balance !== kept) faults.push(`${name}: the ledger holds ${balance}, the provider ${kept}`);
  const row = (await shop.admin.admin.orders.list({ ids: truth.id })).rows[0]!;
  faults.push(
    ...differences(`${name}, list of the panel`, { status, isDisputed, needsReview: found.needsReview }, row),
  );
  const isInReview = inReview.has(truth.reference);
  const isToBeReviewed = truth.isDisputed || (truth.isCash && (truth.hasOpenRefund || cashOwedCentavos > 0));
  if (isInReview !== isToBeReviewed) faults.push(`${name} is ${isInReview ? '' : 'not '}to be reviewed`);
  if (found.needsReview !== truth.isDisputed) faults.push(`${name}: needsReview is ${found.needsReview}`);
  const cotas = truth.lines.reduce((sum, { numbers }) => sum + numbers.length, 0);
  if (status === 'paid' && row.quantity > cotas)
    faults.push(`${name}: ${row.quantity} cotas in the list, ${cotas} held`);
  const givenAway = status === 'paid' ? truth.gifts.filter(({ endedAt }) => endedAt === null).length : 0;
  if (detail.givenAway !== givenAway)
    faults.push(`${name}: ${detail.givenAway} given away, not ${givenAway}`);
  return faults;
}
