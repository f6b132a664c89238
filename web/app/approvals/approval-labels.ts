/** Labels of actions under the two-person rule, for the panel and the draw page. */
import type { Approval, Approvers, PublicAction } from '@mare/contract/approvals/approvals.ts';
import { ADMIN_TENURE_HOURS, PUBLIC_WAIT_HOURS } from '@mare/domain/approvals/two-person-rule.ts';
import { formatDateTime } from '../format.ts';
import type { BadgeTone } from '../ui/data-display/badge.tsx';

export const kindLabels: Record<PublicAction['kind'], string> = {
  SEAL_DRAW: 'Lacrar o sorteio à mão',
  USE_TYPED_RESULT: 'Sortear com um resultado digitado',
  CANCEL_FROZEN_RIFA: 'Cancelar a rifa depois do fim das vendas',
  REPLACE_WINNER: 'Corrigir o resultado, o que pode mudar quem ganhou',
  REFUND_SEALED: 'Devolver o dinheiro de cotas já lacradas, sem mudar o sorteio',
  LEDGER_ENTRY: 'Fazer um lançamento no livro-caixa',
  GRANT_ADMIN: 'Dar a alguém o papel de administração da loja',
};

export const stateBadges: Record<PublicAction['state'], { label: string; tone: BadgeTone }> = {
  waiting: { label: 'Esperando', tone: 'warning' },
  approved: { label: 'Aprovada', tone: 'sea' },
  done: { label: 'Feita', tone: 'success' },
  failed: { label: 'Não foi feita', tone: 'danger' },
  cancelled: { label: 'Não foi adiante', tone: 'neutral' },
};

/** Why an action did not take effect. */
const errorLabels: Record<string, string> = {
  REQUESTER_NOT_ADMIN: 'quem pediu deixou de ser da administração',
  APPROVER_NOT_ADMIN: 'quem aprovou deixou de ser da administração',
  SAME_PERSON: 'quem pediu e quem aprovou são a mesma pessoa',
  OFFICIAL_DECIDES: 'a fonte oficial publicou o resultado, e é ele que vale',
  RESULT_REJECTED: 'o resultado digitado foi recusado na conferência',
  SOURCES_DISAGREE: 'outra fonte publicou prêmios diferentes dos digitados',
  PRIZE_DELIVERED: 'um prêmio deste sorteio já tinha sido entregue',
  NOT_PENDING: 'o resultado já estava decidido',
  TOO_EARLY: 'a extração ainda não tinha acontecido',
  TOO_LATE: 'a extração já podia ter acontecido',
  NUMBER_HAS_RUN: 'a extração já tinha acontecido',
  ARCHIVE_STALE: 'o arquivo de extrações não estava em dia',
  UNCHANGED: 'já estava assim',
  NOT_FROZEN: 'a lista não estava congelada, ou o sorteio já tinha acontecido',
  NOT_FAIR: 'não há regra justa para este total de números',
  CANCEL_TOO_LATE: 'a extração já podia ter acontecido: a rifa é sorteada',
  RIFA_STATE: 'a rifa mudou de situação',
  VERSION_CONFLICT: 'a rifa mudou de situação',
  NOTHING_TO_RETURN: 'o dinheiro destas cotas já tinha voltado',
  ORDER_NOT_PAID: 'o pedido não estava pago',
  NOT_APPROVED: 'ninguém mais aprovou em 24 horas; peça de novo',
  ROLE_CHANGED: 'o papel da pessoa mudou antes',
  ACCOUNT_CLOSED: 'a conta da pessoa tinha sido encerrada',
  EMAIL_CHANGED: 'o e-mail da conta já não era o do pedido',
  EMAIL_NOT_CONFIRMED: 'o e-mail da conta não estava confirmado',
  RECENT_CHANGE: 'o acesso ou um contato da conta tinha mudado há menos de 48 horas',
};

/** Sentence about the state of an action, without names. */
export function standingSentence(action: PublicAction): string {
  const why = action.error === null ? '' : (errorLabels[action.error] ?? 'a situação mudou');
  const effect = formatDateTime(action.effectiveAt);
  switch (action.state) {
    case 'waiting':
      if (action.kind === 'LEDGER_ENTRY')
        return `Só vale se uma segunda pessoa aprovar até ${effect}; até lá a administração pode voltar atrás.`;
      return `Sem a aprovação de uma segunda pessoa, vale a partir de ${effect}; até lá a administração pode voltar atrás.`;
    case 'approved':
      return why
        ? `Aprovada, mas ainda espera: ${why}.`
        : `Aprovada por duas pessoas: vale a partir de ${effect}.`;
    case 'done':
      return `Valeu em ${formatDateTime(action.finishedAt ?? action.effectiveAt)}, ${action.approvedBy ? 'com a aprovação de duas pessoas' : `depois de ${PUBLIC_WAIT_HOURS} horas à vista de todos`}.`;
    case 'failed':
      return `Não teve efeito: ${why}.`;
    case 'cancelled':
      return `Terminou em ${formatDateTime(action.finishedAt ?? action.effectiveAt)}, antes de valer.`;
  }
}

/** Who ended an action before it took effect; empty for others. */
export function cancelledSentence({ cancelledBy, isRejected }: PublicAction): string {
  if (cancelledBy === null) return '';
  return endSentence(`${isRejected ? 'Recusou' : 'Desistiu do pedido'}: ${cancelledBy}`);
}

/** A masked name may already end with a full stop: 'H*** A.'. */
export function endSentence(sentence: string): string {
  return sentence.endsWith('.') ? `${sentence} ` : `${sentence}. `;
}

/** Sentence about who could approve requests of the caller. */
export function approversSentence({ now, later }: Approvers): string {
  if (now > 0)
    return now === 1
      ? 'Uma outra pessoa da administração pode aprovar na hora o que você pede.'
      : `${now} outras pessoas da administração podem aprovar na hora o que você pede.`;
  const wait = `a ação espera ${PUBLIC_WAIT_HOURS} horas à vista de todos antes de valer`;
  return later > 0
    ? `As outras pessoas da administração têm este papel há menos de ${ADMIN_TENURE_HOURS} horas e ainda não podem aprovar: ${wait}.`
    : `Não há outra pessoa na administração para aprovar: ${wait}.`;
}

/** After a request. @param effectiveAt null when it has taken effect */
export function requestedSentence(effectiveAt: string | null): string {
  return effectiveAt === null
    ? 'Feito.'
    : `Pedido registrado. Vale quando uma segunda pessoa aprovar, ou em ${formatDateTime(effectiveAt)}.`;
}

/** @param from when the caller will have been an admin for the required time */
export function notYetSentence(from: string): string {
  return `Você pode aprovar a partir de ${formatDateTime(from)}, com ${ADMIN_TENURE_HOURS} horas de administração.`;
}

/** Whether the action waits for a second person, who may be the caller. */
export function awaitsCaller({ state, isOwn }: Approval): boolean {
  return state === 'waiting' && !isOwn;
}
