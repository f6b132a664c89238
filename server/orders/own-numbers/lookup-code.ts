import { createHash } from 'node:crypto';
import type { Contact } from '@mare/domain/accounts/contact.ts';

export const CODE_MINUTES = 10;

export interface LookupCodeJob {
  lookupId: string;
  contact: Contact;
}

export function lookupCodeHash(lookupId: string, code: string): Buffer {
  return createHash('sha256').update(`${lookupId} ${code}`).digest();
}
