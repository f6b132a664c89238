import type { ApprovalLists } from './approval-news.ts';

const IDLE_INTERVAL_MS = 15_000;
const EXECUTING_INTERVAL_MS = 2_000;

/** @returns milliseconds until the next read; shorter while the server executes an approved action */
export function pollApprovals({ open }: Pick<ApprovalLists, 'open'>, now: Date): number {
  const isExecuting = open.some(
    ({ state, effectiveAt, error }) => state === 'approved' && error === null && new Date(effectiveAt) <= now,
  );
  return isExecuting ? EXECUTING_INTERVAL_MS : IDLE_INTERVAL_MS;
}
