import { expect, test } from 'vitest';
import type { Approval } from '@mare/contract/approvals/approvals.ts';
import { describeApprovalNews } from './approval-news.ts';

const request: Approval = {
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
const opened = (approval: Approval) => ({ open: [approval], finished: [] });
const finished = (approval: Approval) => ({ open: [], finished: [approval] });
const empty = { open: [], finished: [] };
const noOwnDecisions = new Set<string>();

test('announces who requested, approved, rejected or withdrew', () => {
  expect(describeApprovalNews(empty, opened(request), noOwnDecisions)).toEqual([
    `Novo pedido de Rita Mendonça: ${request.summary}`,
  ]);
  expect(
    describeApprovalNews(
      opened(request),
      opened({ ...request, state: 'approved', approvedBy: 'Caio' }),
      noOwnDecisions,
    ),
  ).toEqual([`Caio aprovou: ${request.summary}`]);
  const ended = { ...request, state: 'cancelled', cancelledBy: 'Caio' } as const;
  expect(
    describeApprovalNews(opened(request), finished({ ...ended, isRejected: true }), noOwnDecisions),
  ).toEqual([`Caio recusou: ${request.summary}`]);
  expect(describeApprovalNews(opened(request), finished(ended), noOwnDecisions)).toEqual([
    `Rita Mendonça desistiu do pedido: ${request.summary}`,
  ]);
});

test('announces that an action took effect, or failed', () => {
  expect(
    describeApprovalNews(
      opened(request),
      finished({ ...request, state: 'done', approvedBy: 'Caio' }),
      noOwnDecisions,
    ),
  ).toEqual([`Caio aprovou, e já vale: ${request.summary}`]);
  expect(
    describeApprovalNews(opened(request), finished({ ...request, state: 'done' }), noOwnDecisions),
  ).toEqual([`Já vale: ${request.summary}`]);
  expect(
    describeApprovalNews(opened(request), finished({ ...request, state: 'failed' }), noOwnDecisions),
  ).toEqual([`Não teve efeito: ${request.summary}`]);
});

test('announces neither decisions of the caller, nor known ones, nor old entries', () => {
  const ownDecisions = new Set([request.id]);
  const approved = { ...request, state: 'approved', approvedBy: 'Caio' } as const;
  expect(describeApprovalNews(opened(request), opened(approved), ownDecisions)).toEqual([]);
  expect(
    describeApprovalNews(opened(approved), finished({ ...approved, state: 'done' }), ownDecisions),
  ).toEqual([`Já vale: ${request.summary}`]);
  expect(
    describeApprovalNews(opened(request), finished({ ...request, state: 'cancelled' }), ownDecisions),
  ).toEqual([]);
  expect(describeApprovalNews(opened(request), opened(request), noOwnDecisions)).toEqual([]);
  expect(describeApprovalNews(empty, finished({ ...request, state: 'done' }), noOwnDecisions)).toEqual([]);
});
