/** Texts about a group purchase, on pages and in messages. */
import type { GroupPart, GroupPurchase } from '@mare/contract/orders/group-purchases.ts';
import { countUnpaid } from '@mare/domain/orders/group-purchases/part-state.ts';
import { describeDisputedCotas } from '@mare/domain/orders/returns/disputed-cotas.ts';
import { formatTime, formatWeekday } from '@mare/domain/format.ts';
import { formatBrl, formatCount } from '../../format.ts';

/** '18:30 de quinta-feira', in the time zone of Maceió. */
export function deadlineLabel(iso: string): string {
  return `${formatTime(iso)} de ${formatWeekday(iso)}`;
}

type Progress = Pick<GroupPurchase, 'state' | 'parts'>;

export function countParts({ parts }: Pick<GroupPurchase, 'parts'>, state: string): number {
  return parts.filter((part) => part.state === state).length;
}

/** 'Faltam 2 partes', or how the group ended. */
export function progressLabel(group: Progress): string {
  if (group.state === 'complete') return 'Bolão completo';
  if (group.state === 'ended') return 'Bolão encerrado';
  const left = countUnpaid(group.parts.map(({ state }) => state));
  if (left === 0) return 'Nenhuma parte livre';
  return left === 1 ? 'Falta 1 parte' : `Faltam ${left} partes`;
}

/** Why no part of an open group can be taken now; null while one can. */
export function noneFreeText(group: Progress): string | null {
  if (group.state !== 'open' || countParts(group, 'free') > 0) return null;
  return countParts(group, 'taken') > 0
    ? 'Todas as partes já foram pegas. Uma que não for paga em 15 minutos fica livre aqui de novo.'
    : 'As partes pagas valem. As que foram devolvidas voltaram à venda na rifa.';
}

/** Text for an open group whose rifa is paused. */
export function pausedText(group: Pick<GroupPurchase, 'parts'>): string {
  const taken = countParts(group, 'taken');
  const pause = 'As vendas desta rifa estão pausadas: as partes livres esperam, e o prazo continua correndo.';
  if (taken === 0) return pause;
  return `${pause} ${taken === 1 ? 'A parte já pega ainda pode ser paga.' : 'As partes já pegas ainda podem ser pagas.'}`;
}

/** Sentence about the parts of an ended group. A taken part may still be paid. */
function partsText(group: GroupPurchase): string {
  const taken = countParts(group, 'taken');
  const returnedText =
    countParts(group, 'ended') + countParts(group, 'free') > 0 ? 'as outras voltaram à venda' : '';
  if (taken + countParts(group, 'paid') === 0) return 'As cotas voltaram à venda.';
  if (taken === 0) return `As partes pagas valem${returnedText && `; ${returnedText}`}.`;
  const waiting = taken === 1 ? 'uma ainda aguarda o Pix' : `${taken} ainda aguardam o Pix`;
  return `As partes pagas valem; ${waiting}${returnedText && `, e ${returnedText}`}.`;
}

/** A payment of the first part may arrive after the group ended without it. */
function unpaidText({ parts: [first] }: GroupPurchase): string {
  if (first?.state === 'paid')
    return 'A primeira parte só foi paga depois do prazo: ela vale, e as outras voltaram à venda.';
  if (first?.state === 'returned')
    return 'A primeira parte só foi paga depois do prazo, e as cotas voltaram à venda.';
  return 'A primeira parte não foi paga, e as cotas voltaram à venda.';
}

/** Why a group ended, and what follows. */
export function endingText(group: GroupPurchase): string {
  switch (group.endReason) {
    case 'complete':
      return 'Todas as partes estão pagas.';
    case 'starter':
      return `Quem começou encerrou o bolão. ${partsText(group)}`;
    case 'unpaid':
      return `${unpaidText(group)} Nada foi cobrado dos amigos.`;
    case 'refunded':
      if (group.parts[0]?.state === 'paid')
        return `O bolão terminou quando a parte de quem começou foi contestada no banco; depois ela voltou a valer. ${partsText(group)}`;
      return `A parte de quem começou foi devolvida, e com ela o bolão terminou. ${partsText(group)}`;
    case 'rifa':
      return 'As vendas desta rifa terminaram antes do bolão. As partes pagas seguem as regras da rifa.';
    default:
      return `O prazo terminou. ${partsText(group)}`;
  }
}

/** Text for a complete group, whose parts may still be returned. */
export function completeText(group: GroupPurchase): string {
  const returned = countParts(group, 'returned');
  const later = returned === 1 ? 'uma foi devolvida depois' : `${returned} foram devolvidas depois`;
  if (group.rifa.status === 'completed')
    return `Todas as partes foram pagas${returned > 0 ? `; ${later}. O` : ', e o'} sorteio já aconteceu.`;
  return returned > 0
    ? `Todas as partes foram pagas; ${later}.`
    : 'Todas as partes estão pagas. Boa sorte para todo mundo!';
}

/** Text about disputed payments of other parts; null without one. */
export function disputedOthersText({ disputedOthers }: Pick<GroupPurchase, 'disputedOthers'>): string | null {
  // A page stored by an earlier version has no count.
  if (!disputedOthers) return null;
  const [parts, their] =
    disputedOthers === 1
      ? ['de outra parte', 'as cotas dela']
      : [`de ${disputedOthers} outras partes`, 'as cotas delas'];
  return `O pagamento ${parts} está em contestação no banco. Até ele decidir, ${their} ficam guardadas. A sua parte não muda.`;
}

/** Title and text of the caller's own paid part. Some of its cotas may have been given away. */
export function paidPartText(
  { rifa }: Pick<GroupPurchase, 'rifa'>,
  { numbers, isDisputed }: Pick<GroupPart, 'numbers' | 'isDisputed'>,
): { title: string; text: string } {
  if (isDisputed)
    return {
      title: 'O pagamento da sua parte está em contestação.',
      text: `${describeDisputedCotas([{ rifaStatus: rifa.status }])} Se não foi você que contestou, fale com o suporte.`,
    };
  if (rifa.status === 'cancelled')
    return { title: 'A rifa foi cancelada.', text: 'O valor da sua parte volta sozinho para você.' };
  const cotas =
    numbers.length === 1
      ? 'Ela tem uma cota, com este número.'
      : `Ela tem ${formatCount(numbers.length, 'cota', 'cotas')}, com estes números.`;
  if (rifa.status === 'completed') return { title: 'A sua parte foi paga.', text: 'O sorteio já aconteceu.' };
  return { title: 'A sua parte está paga. Boa sorte!', text: cotas };
}

export interface ReleasedText {
  title: string;
  /** Consequence for a payment that was already made. */
  ifPaid: string;
}

/** Text for a part that the caller had to pay and no longer has. */
export function releasedText(
  { state, rifa }: Pick<GroupPurchase, 'state' | 'rifa'>,
  partNo: number,
): ReleasedText {
  if (rifa.status === 'cancelled')
    return { title: `A parte ${partNo} não é mais sua.`, ifPaid: 'o valor é devolvido sozinho.' };
  if (state === 'open')
    return {
      title: `A parte ${partNo} voltou ao bolão.`,
      ifPaid: 'ela volta a ser sua se ainda estiver livre, ou o valor é devolvido sozinho.',
    };
  return {
    title: `A parte ${partNo} não é mais sua.`,
    ifPaid: 'ela volta a ser sua se os números ainda estiverem livres, ou o valor é devolvido sozinho.',
  };
}

/** Whether a part waits for a friend to take it, of a rifa that is on sale. */
function hasPartToOffer(group: GroupPurchase): boolean {
  return countParts(group, 'free') > 0 && group.rifa.status === 'active';
}

/** The description of the link's preview: invites while a part is free. */
export function previewText(group: GroupPurchase): string {
  const { rifa, starter, partCentavos, state } = group;
  const about = `${rifa.title}, com ${starter.replace(/\.$/, '')}.`;
  if (rifa.status === 'cancelled') return `${about} A rifa foi cancelada.`;
  if (!hasPartToOffer(group)) return about;
  const offer = `${about} Cada parte sai por ${formatBrl(partCentavos)}, por Pix.`;
  // No part can be taken before the starter has paid.
  if (state === 'starting') return offer;
  return state === 'open' ? `${offer} Pegue a sua.` : about;
}

/** The button that shares the link. */
export function shareLabel(group: GroupPurchase): string {
  if (group.state === 'complete') return 'Contar para o grupo';
  return hasPartToOffer(group) ? 'Chamar os amigos' : 'Compartilhar o bolão';
}

function isDrawAhead({ rifa }: GroupPurchase): boolean {
  return rifa.status !== 'cancelled' && rifa.status !== 'completed';
}

/** The text of the link. */
export function invitation(group: GroupPurchase): string {
  const { name, rifa, partCentavos, deadline } = group;
  if (group.state === 'complete' && isDrawAhead(group))
    return `O bolão “${name}” está completo: ${rifa.title}. Boa sorte para a gente!`;
  if (!hasPartToOffer(group)) return `Veja o bolão “${name}”: ${rifa.title}.`;
  return `${progressLabel(group)} no bolão “${name}”: ${rifa.title}. Cada parte sai por ${formatBrl(partCentavos)}, até ${deadlineLabel(deadline)}. Pegue a sua:`;
}
