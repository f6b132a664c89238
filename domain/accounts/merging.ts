/** Why two accounts cannot be merged. */
export const MERGE_REJECTIONS = [
  'same',
  'staff',
  'deleted',
  'affiliates',
  'pending_orders',
  // The owner of the account that ends may still undo a change of its access or payout key.
  'recent_change',
  // Reasons against a merge that the owner of the accounts requests.
  'not_express',
  'other_email',
  'other_cpf',
  'blocked',
] as const;

export type MergeRejection = (typeof MERGE_REJECTIONS)[number];
