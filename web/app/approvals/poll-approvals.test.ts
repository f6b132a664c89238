import type { Approval } from '@mare/contract/approvals/approvals.ts';
import { expect, test } from 'vitest';
import { pollApprovals } from './poll-approvals.ts';

const now = new Date('2026-11-28T12:00:00Z');

test.each([
  ['an approved action is executing', { state: 'approved', effectiveAt: '2026-11-28T11:59:59Z' }, true],
  [
    'an approved action takes effect later',
    { state: 'approved', effectiveAt: '2026-11-29T12:00:00Z' },
    false,
  ],
  [
    'an approved action waits because of an error',
    { state: 'approved', effectiveAt: '2026-11-28T11:59:59Z', error: 'ARCHIVE_STALE' },
    false,
  ],
  ['an action waits for a second person', { state: 'waiting', effectiveAt: '2026-11-28T11:59:59Z' }, false],
] as const)('polls at the right interval when %s', (_, approval, isSoon) => {
  const open = [{ error: null, ...approval } as Approval];
  const idleInterval = pollApprovals({ open: [] }, now);
  expect(pollApprovals({ open }, now) < idleInterval).toBe(isSoon);
});
