/** What pages and messages say of a group purchase. */
import type { GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { formatBrl } from '../../format.ts';

const time = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Maceio',
  weekday: 'long',
  hour: '2-digit',
  minute: '2-digit',
});

/** '18:30 de quinta-feira', in the time zone of Maceió. */
export function deadlineLabel(iso: string): string {
  const parts = Object.fromEntries(time.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${parts.hour}:${parts.minute} de ${parts.weekday}`;
}

type Progress = Pick<GroupPurchase, 'state' | 'parts'>;

export function countParts({ parts }: Pick<GroupPurchase, 'parts'>, state: string): number {
  return parts.filter((part) => part.state === state).length;
}

/** 'Faltam 2 partes', or how the group ended. */
export function progressLabel(group: Progress): string {
  if (group.state === 'complete') return 'Bolão completo';
  if (group.state === 'ended') return 'Bolão encerrado';
  const left = group.parts.length - countParts(group, 'paid') - countParts(group, 'returned');
  return left === 1 ? 'Falta 1 parte' : `Faltam ${left} partes`;
}

/** The text of the link. */
export function invitation(group: GroupPurchase): string {
  const { name, rifa, partCentavos, deadline } = group;
  if (group.state === 'complete')
    return `O bolão “${name}” está completo: ${rifa.title}. Boa sorte para a gente!`;
  return `${progressLabel(group)} no bolão “${name}”: ${rifa.title}. Cada parte sai por ${formatBrl(partCentavos)}, até ${deadlineLabel(deadline)}. Pegue a sua:`;
}
