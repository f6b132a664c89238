import { normalizeEmail } from './security/credentials.ts';
import { normalizePhone } from './phone-number.ts';

/** An e-mail, or a Brazilian mobile phone as area code and number, digits only, as profiles store it. */
export type Contact = { kind: 'email'; email: string } | { kind: 'phone'; phone: string };

const BRAZIL = '55';

/** @returns the typed e-mail or Brazilian mobile phone, or null when it is neither */
export function readContact(typed: string): Contact | null {
  if (typed.includes('@')) {
    const email = normalizeEmail(typed.trim());
    return email ? { kind: 'email', email } : null;
  }
  const digits = typed.replaceAll(/\D/g, '');
  const known = digits.length > 11 && digits.startsWith(BRAZIL) ? digits : `${BRAZIL}${digits}`;
  const phone = normalizePhone(known, [BRAZIL]);
  return phone ? { kind: 'phone', phone: phone.slice(BRAZIL.length) } : null;
}
