import type { AccountRole } from '@mare/contract/accounts/accounts.ts';
import type { Person } from '@mare/contract/admin/people-admin.ts';
import { formatDate } from '../../format.ts';

export const newsletterLabels: Record<Person['newsletter'], string> = {
  confirmed: 'Inscrita e confirmada',
  unconfirmed: 'Pediu, falta confirmar',
  unsubscribed: 'Cancelou',
  never: 'Nunca se inscreveu',
};

/** Describes the optional consents of an account. */
export function describeConsent(consent: Person['consent']): string {
  if (!consent) return 'Ainda não respondeu';
  const allowed = [consent.measurement && 'medição', consent.marketing && 'marketing'].filter(Boolean);
  const when = formatDate(consent.decidedAt);
  return allowed.length === 0 ? `Só o necessário, desde ${when}` : `${allowed.join(' e ')}, desde ${when}`;
}

export const roleLabels: Record<AccountRole, string> = {
  buyer: 'Cliente',
  seller: 'Vendas no balcão',
  reader: 'Só leitura',
  support: 'Atendimento',
  finance: 'Financeiro',
  admin: 'Administração',
};

/** End date of a ban that only an admin lifts. */
export const PERMANENT_BAN = '9999-12-31T00:00:00.000Z';

export function isPermanentBan(bannedUntil: string): boolean {
  return bannedUntil >= '9000';
}

export const peopleLink = '/admin/crm';

/** @param personId limits the log to one account */
export function activityLink(personId?: string): string {
  return `${peopleLink}/atividades${personId ? `?pessoa=${personId}` : ''}`;
}

export function personLink(id: string): string {
  return `${peopleLink}/${id}`;
}
