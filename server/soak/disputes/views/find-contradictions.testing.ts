/** Compares what buyers, recipients of gifts, affiliate and team see of disputed orders with the provider's payments. */
import { checkNumberCounts } from '../../../orders/orders.testing.ts';
import type { DisputeShop } from '../dispute-shop.testing.ts';
import type { DisputeHistory } from '../dispute-history.testing.ts';
import { findFaultsOfGiftNotices } from './gift-views.testing.ts';
import { findFaultsOfGroups } from './group-views.testing.ts';
import { findFaultsOfHolders } from './holder-views.testing.ts';
import { findFaultsOfExport, findFaultsOfFinance, findFaultsOfMoney } from './money-views.testing.ts';
import { readTruth } from './order-truth.testing.ts';
import { findFaultsOfOrder } from './order-views.testing.ts';
import { findFaultsOfPapers } from './paper-views.testing.ts';
import { findFaultsOfPrizes } from './prize-views.testing.ts';

/** @returns contradictions between the views */
export async function findContradictions(shop: DisputeShop, history: DisputeHistory): Promise<string[]> {
  const truths = await readTruth(shop, history);
  const faults: string[] = [];
  const cash = new Set(truths.flatMap(({ isCash, reference }) => (isCash ? reference : [])));
  const inReview = new Set(
    (await shop.admin.admin.paymentsToReview()).flatMap(({ kind, externalReference }) =>
      kind === 'disputed' || cash.has(externalReference ?? '') ? (externalReference ?? []) : [],
    ),
  );
  for (const truth of truths) faults.push(...(await findFaultsOfOrder(shop, history, truth, inReview)));
  faults.push(...(await findFaultsOfHolders(shop, history, truths)));
  faults.push(...(await findFaultsOfGroups(shop, truths)));
  faults.push(...(await findFaultsOfGiftNotices(shop, history, truths)));
  faults.push(...(await findFaultsOfFinance(shop, truths)));
  faults.push(...(await findFaultsOfExport(shop, truths)));
  faults.push(...(await findFaultsOfMoney(shop, history, truths)));
  faults.push(...(await findFaultsOfPapers(shop, history, truths)));
  faults.push(...(await findFaultsOfPrizes(shop, history, truths)));
  for (const rifaId of history.rifas)
    await checkNumberCounts(shop.db, rifaId).catch((error: Error) => faults.push(`rifa: ${error.message}`));
  return faults;
}
