/** Announcements for screen readers: changes of two-person actions since the last fetch. */
import type { Approval } from '@mare/contract/approvals/approvals.ts';

export interface ApprovalLists {
  open: readonly Approval[];
  finished: readonly Approval[];
}

/** @param ownDecisions ids that the caller approved or ended on this page, which has already announced them */
export function describeApprovalNews(
  before: ApprovalLists,
  after: ApprovalLists,
  ownDecisions: ReadonlySet<string>,
): string[] {
  const known = new Map([...before.open, ...before.finished].map((approval) => [approval.id, approval]));
  return [...after.open, ...after.finished].flatMap((approval) => {
    const earlier = known.get(approval.id);
    // A finished action is known only now if it was beyond the end of the list before.
    if (!earlier) return approval.state === 'waiting' ? [newSentence(approval)] : [];
    if (earlier.state === approval.state) return [];
    const isOwnDecision = ownDecisions.has(approval.id);
    const sentence = changeSentence(approval, isOwnDecision);
    return sentence ? [sentence] : [];
  });
}

function newSentence({ requestedBy, summary, isOwn }: Approval): string {
  return isOwn ? `Novo pedido seu: ${summary}` : `Novo pedido de ${requestedBy}: ${summary}`;
}

function changeSentence(approval: Approval, isOwnDecision: boolean): string | null {
  const { summary, approvedBy, cancelledBy, requestedBy, isRejected } = approval;
  switch (approval.state) {
    case 'approved':
      return isOwnDecision ? null : `${approvedBy} aprovou: ${summary}`;
    case 'cancelled':
      if (isOwnDecision) return null;
      return isRejected
        ? `${cancelledBy} recusou: ${summary}`
        : `${requestedBy} desistiu do pedido: ${summary}`;
    case 'done':
      return approvedBy && !isOwnDecision
        ? `${approvedBy} aprovou, e já vale: ${summary}`
        : `Já vale: ${summary}`;
    case 'failed':
      return `Não teve efeito: ${summary}`;
    case 'waiting':
      return null;
  }
}
