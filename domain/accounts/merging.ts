/** Why two accounts cannot be merged. */
export const MERGE_REJECTIONS = [
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

export type MergeRejection = (typeof MERGE_REJECTIONS)[number];
