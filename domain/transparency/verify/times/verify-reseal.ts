/** Whether a seal that replaced others came before their extractions. */
import { addDays } from '../../../draws/lottery/extraction.ts';
import type { OpenedCheckpoint } from '../../log/checkpoint.ts';
import type { Policy } from '../../witness/policy.ts';
import type { Finding, Reason } from '../verdict/findings.ts';
import type { LoggedSeal } from '../signed/verify-log.ts';
import { isSeenBefore } from './verify-times.ts';

const LATEST = new Date(8.64e15);
const SAME_DAY: ReadonlySet<Reason | undefined> = new Set<Reason>(['SEEN_SAME_DAY', 'STAMPED_SAME_DAY']);

/**
 * By its own entry, and by witnesses and stamps. Those that never signed a tree with the seal prove nothing.
 * @param found what witnesses and stamps show about the days of all extractions that seals named
 */
export function verifyReseal(
  seal: LoggedSeal,
  found: readonly Finding[],
  { trees, policy }: { trees: readonly OpenedCheckpoint[]; policy: Policy },
): Finding[] {
  if (seal.replacedDate === null) return [];
  const dayEnds = Date.parse(`${addDays(seal.replacedDate, 1)}T00:00:00-03:00`);
  const isInTime = found.some(
    ({ item, state, reason }) =>
      ((item === 'sealed_before' || item === 'timestamps') && state === 'holds') || SAME_DAY.has(reason),
  );
  const isSeenLate =
    isSeenBefore(trees, policy, { index: seal.index, until: LATEST }) ||
    found.some(({ reason }) => reason === 'STAMPED_LATE');
  return Date.parse(seal.at) >= dayEnds || (!isInTime && isSeenLate)
    ? [{ item: 'sealed_before', state: 'fails', reason: 'RESEALED_LATE' }]
    : [];
}
