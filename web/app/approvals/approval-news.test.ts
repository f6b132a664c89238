import { expect, test } from 'vitest';
import type { Approval } from '@mare/contract/approvals/approvals.ts';
import { describeApprovalNews } from './approval-news.ts';

const asked: Approval = {
  id: '5e000000-0000-4000-8000-000000000001',
  kind: 'GRANT_ADMIN',
  reason: 'Entra na equipe.',
  requestedAt: '2026-11-20T12:00:00.000Z',
  effectiveAt: '2026-11-21T12:00:00.000Z',
  decidedAt: null,
  state: 'waiting',
  finishedAt: null,
  error: null,
  requestedBy: 'Rita Mendonça',
  approvedBy: null,
  cancelledBy: null,
  isRejected: false,
  summary: 'Dar a Ana o papel de administração.',
  rifaId: null,
  isOwn: false,
};
const open = (approval: Approval) => ({ open: [approval], finished: [] });
const over = (approval: Approval) => ({ open: [], finished: [approval] });
const none = { open: [], finished: [] };
const nobody = new Set<string>();

test('announces who requested, approved, rejected or withdrew', () => {
  expect(describeApprovalNews(none, open(asked), nobody)).toEqual([
    `Novo pedido de Rita Mendonça: ${asked.summary}`,
  ]);
  expect(
    describeApprovalNews(open(asked), open({ ...asked, state: 'approved', approvedBy: 'Caio' }), nobody),
  ).toEqual([`Caio aprovou: ${asked.summary}`]);
  const ended = { ...asked, state: 'cancelled', cancelledBy: 'Caio' } as const;
  expect(describeApprovalNews(open(asked), over({ ...ended, isRejected: true }), nobody)).toEqual([
    `Caio recusou: ${asked.summary}`,
  ]);
  expect(describeApprovalNews(open(asked), over(ended), nobody)).toEqual([
    `Rita Mendonça desistiu do pedido: ${asked.summary}`,
  ]);
});

test('announces that an action took effect, or failed', () => {
  expect(
    describeApprovalNews(open(asked), over({ ...asked, state: 'done', approvedBy: 'Caio' }), nobody),
  ).toEqual([`Caio aprovou, e já vale: ${asked.summary}`]);
  expect(describeApprovalNews(open(asked), over({ ...asked, state: 'done' }), nobody)).toEqual([
    `Já vale: ${asked.summary}`,
  ]);
  expect(describeApprovalNews(open(asked), over({ ...asked, state: 'failed' }), nobody)).toEqual([
    `Não teve efeito: ${asked.summary}`,
  ]);
});

test('announces neither decisions of the caller, nor known ones, nor old entries', () => {
  const own = new Set([asked.id]);
  const approved = { ...asked, state: 'approved', approvedBy: 'Caio' } as const;
  expect(describeApprovalNews(open(asked), open(approved), own)).toEqual([]);
  expect(describeApprovalNews(open(approved), over({ ...approved, state: 'done' }), own)).toEqual([
    `Já vale: ${asked.summary}`,
  ]);
  expect(describeApprovalNews(open(asked), over({ ...asked, state: 'cancelled' }), own)).toEqual([]);
  expect(describeApprovalNews(open(asked), open(asked), nobody)).toEqual([]);
  expect(describeApprovalNews(none, over({ ...asked, state: 'done' }), nobody)).toEqual([]);
});
