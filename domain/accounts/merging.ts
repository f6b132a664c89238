/** Why two accounts cannot be merged. */
export const MERGE_REFUSALS = [
  'same',
  'staff',
  'deleted',
  'affiliates',
  'pending_orders',
  // Of a merge by the accounts' own holder.
  'not_express',
  'other_email',
  'other_cpf',
  'blocked',
] as const;

export type MergeRefusal = (typeof MERGE_REFUSALS)[number];
