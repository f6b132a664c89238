/** Whether the seal was in the log before its extraction, by the clocks of witnesses. */
import { addDays } from '../../../draws/lottery/extraction.ts';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from '../../../draws/lottery/lottery-hours.ts';
import type { OpenedCheckpoint } from '../../log/checkpoint.ts';
import { type Cosignature, verifyCosignatures } from '../../witness/cosignature.ts';
import { isQuorum, type Policy } from '../../witness/policy.ts';
import type { Finding } from '../verdict/findings.ts';

interface Witnessed {
  size: number;
  cosignatures: Cosignature[];
}

/**
 * @param trees consistent with each other
 * @param seal index of its entry in the log; null when it is not there
 * @param date ISO date of the extraction that decides
 */
export function verifyTimes(
  trees: readonly OpenedCheckpoint[],
  policy: Policy,
  seal: { index: number } | null,
  date: string | null,
): Finding[] {
  const seen: Witnessed[] = [];
  for (const { note, checkpoint } of trees) {
    const cosignatures = verifyCosignatures(
      note,
      policy.witnesses.map(({ key }) => key),
    );
    if (!cosignatures) return [{ item: 'witnesses', state: 'fails', reason: 'WITNESS_SIGNATURE' }];
    seen.push({ size: checkpoint.size, cosignatures });
  }
  const findings: Finding[] = [];
  if (policy.quorum === null) findings.push({ item: 'witnesses', state: 'open', reason: 'NO_WITNESSES' });
  else if (seen.some((each) => isSeen(each, policy)))
    findings.push({ item: 'witnesses', state: 'holds', detail: namesOf(seen) });
  else findings.push({ item: 'witnesses', state: 'open', reason: 'QUORUM_MISSING' });
  if (seal && date !== null) findings.push(compareTimes(seen, policy, seal.index, date));
  return findings;
}

/** Whether a quorum signed, by their clocks before `until`. */
function isSeen({ cosignatures }: Witnessed, policy: Policy, until = Number.POSITIVE_INFINITY): boolean {
  const inTime = cosignatures.filter(({ time }) => time * 1_000 < until);
  return (
    policy.quorum !== null &&
    isQuorum(
      policy,
      inTime.map(({ witness }) => witness),
    )
  );
}

/** Whether a quorum saw a tree that holds the entry before a time. @param trees consistent with each other */
export function isSeenBefore(
  trees: readonly OpenedCheckpoint[],
  policy: Policy,
  { index, until }: { index: number; until: Date },
): boolean {
  const keys = policy.witnesses.map(({ key }) => key);
  return trees.some(({ note, checkpoint: { size } }) => {
    const cosignatures = size > index ? verifyCosignatures(note, keys) : null;
    return cosignatures !== null && isSeen({ size, cosignatures }, policy, until.getTime());
  });
}

function compareTimes(seen: readonly Witnessed[], policy: Policy, seal: number, date: string): Finding {
  const item = 'sealed_before';
  const starts = extractionTime(date, DEFAULT_LOTTERY_HOURS).getTime();
  const dayEnds = Date.parse(`${addDays(date, 1)}T00:00:00-03:00`);
  const holding = seen.filter(({ size }) => size > seal);
  const first = holding.find((each) => isSeen(each, policy, starts));
  if (first) return { item, state: 'holds', detail: timeOf(first) };
  const sameDay = holding.find((each) => isSeen(each, policy, dayEnds));
  if (sameDay) return { item, state: 'open', reason: 'SEEN_SAME_DAY', detail: timeOf(sameDay) };
  // A witness that saw the log after the extraction, still without the seal. It cannot contradict a quorum that saw the
  // seal before: it signed an older tree late, or by a wrong clock.
  const tooLate = seen.find(
    ({ size, cosignatures }) =>
      size <= seal && cosignatures.some(({ time }) => time * 1_000 >= Math.max(starts, dayEnds)),
  );
  if (tooLate) return { item, state: 'fails', reason: 'SEEN_TOO_LATE' };
  return { item, state: 'open', reason: 'NOT_SEEN_IN_TIME' };
}

/** ISO time of the last cosignature that counts. */
function timeOf({ cosignatures }: Witnessed): string {
  return new Date(Math.max(...cosignatures.map(({ time }) => time)) * 1_000).toISOString();
}

function namesOf(seen: readonly Witnessed[]): string {
  const names = seen.flatMap(({ cosignatures }) => cosignatures.map(({ witness }) => witness.name));
  return [...new Set(names)].join(', ');
}
