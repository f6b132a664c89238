/** Identity of the organiser, for the footer of mails and documents. */
import { formatPhone } from '../accounts/person-numbers.ts';
import { formatCnpj } from '../rifas/legal/cnpj.ts';

export interface ShopContacts {
  /** Empty until set, like all fields. */
  email: string;
  /** Digits with the country's code. */
  whatsApp: string;
  organiser: string;
  cnpj: string;
  address: string;
}

/** One line about the organiser and one about support; empty ones are omitted. */
export function shopIdentityLines(name: string, contacts: ShopContacts): string[] {
  const { email, whatsApp, organiser, cnpj, address } = contacts;
  const legal = [organiser, cnpj && `CNPJ ${formatCnpj(cnpj)}`, address].filter(Boolean).join(', ');
  const support = [email, whatsApp && `WhatsApp ${formatPhone(whatsApp)}`].filter(Boolean).join(' · ');
  return [...(legal ? [`${name}: ${legal}.`] : []), ...(support ? [`Fale com a gente: ${support}`] : [])];
}
