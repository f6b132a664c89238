import { normalizeEmail } from './security/credentials.ts';
import { readBrazilianPhone } from './phone-number.ts';

/** An e-mail, or a Brazilian mobile phone as area code and number, digits only, as profiles store it. */
export type Contact = { kind: 'email'; email: string } | { kind: 'phone'; phone: string };

/** Of the area code and number; a landline has one digit less. */
const MOBILE_DIGITS = 11;

/** Whether codes by text message can be sent to it. */
export function isMobilePhone(typed: string): boolean {
  return readContact(typed)?.kind === 'phone';
}

/** @returns the typed e-mail or Brazilian mobile phone, or null when it is neither */
export function readContact(typed: string): Contact | null {
  if (typed.includes('@')) {
    const email = normalizeEmail(typed.trim());
    return email ? { kind: 'email', email } : null;
  }
  const phone = readBrazilianPhone(typed);
  return phone?.length === MOBILE_DIGITS ? { kind: 'phone', phone } : null;
}
