/** Events of a partner's security, in the ledger of the portal. */
export const PARTNER_SECURITY_EVENTS = [
  'signed_in',
  'wrong_code',
  'pix_key_changed',
  'change_undone',
  'status_changed',
  'contact_changed',
] as const;
export type PartnerSecurityEvent = (typeof PARTNER_SECURITY_EVENTS)[number];
