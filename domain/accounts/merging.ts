/** Why two accounts cannot be merged. */
export const MERGE_REJECTIONS = [
  'same',
  'staff',
  'deleted',
  'affiliates',
  'pending_orders',
  // The owner of the closed account can still undo a change of its access or payout key.
  'recent_change',
  // Reasons that also apply to a merge requested by the owner of the accounts.
  'not_express',
  'other_email',
  'other_cpf',
  'blocked',
] as const;

export type MergeRejection = (typeof MERGE_REJECTIONS)[number];
