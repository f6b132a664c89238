import { createHash } from 'node:crypto';
import type { Contact } from '@mare/domain/accounts/contact.ts';

export interface LookupCodeJob {
  lookupId: string;
  contact: Contact;
}

/** Identifies a contact in `number_lookups` and in rate limits. */
export function contactHash(contact: Contact): Buffer {
  return createHash('sha256')
    .update(contact.kind === 'email' ? contact.email : contact.phone)
    .digest();
}

/** @param lookupId the look-up for which the code was sent, which others of the contact may share */
export function lookupCodeHash(lookupId: string, code: string): Buffer {
  return createHash('sha256').update(`${lookupId} ${code}`).digest();
}
