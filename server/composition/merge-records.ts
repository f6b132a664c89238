import { mergeReferrals } from '../affiliates/merge-referrals.ts';
import type { MergeStep } from '../admin/people/merge-people.ts';
import { mergePersonCarts } from '../cart/merge-person-carts.ts';

/** What a merge of two accounts does in features above the panel. */
export const mergeRecords: MergeStep = async (trx, id, formerId) => {
  await mergeReferrals(trx, id, formerId);
  await mergePersonCarts(trx, id, formerId);
};
