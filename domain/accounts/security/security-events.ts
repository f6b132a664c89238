import type { Role } from '../permissions.ts';

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

/** Changes of the addresses that reach an account's owner. */
const CONTACT_CHANGES = ['phone_changed', 'email_changed', 'identity_unlinked'] as const;
/** Without added second factors, which the team needs. */
const ACCESS_CHANGES = [
  ...CONTACT_CHANGES,
  'password_changed',
  'factor_removed',
  'identity_linked',
  'passkey_removed',
] as const;

/**
 * Changes after which an account may be in the wrong hands: while one can be undone, the account is not given the
 * role.
 */
export function changesBlockingRole(to: Role): readonly ReversibleChange[] {
  return to === 'admin' ? ACCESS_CHANGES : CONTACT_CHANGES;
}

/** How long a change can be undone, and payouts of its owner wait. */
export const UNDO_HOURS = 48;
