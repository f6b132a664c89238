/** Events of an account's security, in the owner's ledger. */
export const SECURITY_EVENTS = [
  'signed_up',
  'signed_in',
  'new_device',
  'password_changed',
  'email_changed',
  'phone_changed',
  'factor_verified',
  'factor_removed',
  'factor_guessed',
  'identity_linked',
  'identity_unlinked',
  'passkey_added',
  'passkey_removed',
  'passkey_copied',
  'recovery_codes_created',
  'recovery_code_used',
  'pix_key_changed',
  'change_undone',
  'session_reuse_detected',
  'accounts_merged',
  'data_exported',
  'whatsapp_confirmed',
] as const;
export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

/** Changes that a mailed link undoes. */
export const REVERSIBLE_CHANGES = [
  'password_changed',
  'phone_changed',
  'email_changed',
  'factor_verified',
  'factor_removed',
  'identity_linked',
  'identity_unlinked',
  'passkey_added',
  'passkey_removed',
  'affiliate_pix_key',
  'partner_pix_key',
] as const;
export type ReversibleChange = (typeof REVERSIBLE_CHANGES)[number];

/** How long a change can be undone, and payouts of its owner wait. */
export const UNDO_HOURS = 48;
