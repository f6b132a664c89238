import type { ApprovalLists } from './approval-news.ts';

const WAITING_MS = 15_000;
const BEING_DONE_MS = 2_000;

/** Milliseconds until the next read: soon while the server carries out an approved action. */
export function pollApprovals({ open }: Pick<ApprovalLists, 'open'>, now: Date): number {
  const isBeingDone = open.some(
    ({ state, effectiveAt, error }) => state === 'approved' && error === null && new Date(effectiveAt) <= now,
  );
  return isBeingDone ? BEING_DONE_MS : WAITING_MS;
}
