/** Compares a draw's evidence with the whole log, as a mirror has copied it. */
import { findLogKeys, openLogCheckpoint } from '../signed/log-keys.ts';
import type { VerifiedLog } from '../signed/verify-log.ts';
import { followNotes } from '../../log/key-change.ts';
import type { DrawRecord } from '../../../draws/verifying/verify-draw.ts';
import type { Policy } from '../../witness/policy.ts';
import { KINDS } from '../../log/entry-kinds.ts';
import { equalBytes } from '../../log/merkle-tree.ts';
import { isEntryOfDraw, type LogEvidence } from '../evidence.ts';
import type { Finding } from '../verdict/findings.ts';
import type { CopiedLog } from './copied-log.ts';

/** Entries that a sentence names at most. */
const MAX_NAMED = 10;

/**
 * The copy counts if a key of the log signed it. It has to hold the entries of the proof's checkpoint and give its root.
 * A shorter copy leaves the entries open, but what it holds still counts.
 * @param log verified from the evidence
 */
export function compareCopiedLog(
  copied: CopiedLog,
  {
    evidence,
    log,
    policy,
    rifaId,
    results,
  }: {
    evidence: LogEvidence;
    log: VerifiedLog;
    policy: Policy;
    rifaId: string;
    results: DrawRecord['results'];
  },
): Finding[] {
  const { newest } = log;
  const { size } = newest.checkpoint;
  const keys = findLogKeys(policy, evidence);
  const followed = { ...keys, current: followNotes(keys.current, copied.keyChanges) };
  if (!openLogCheckpoint(copied.note, followed))
    return [{ item: 'entries', state: 'open', reason: 'MIRROR_UNSIGNED' }];
  if (copied.prefixRoot && !equalBytes(copied.prefixRoot, newest.checkpoint.root))
    return [{ item: 'log', state: 'fails', reason: 'HISTORY_REWRITTEN', detail: String(size) }];
  const findings: Finding[] = [];
  if (copied.repetitions.length > 0)
    findings.push({
      item: 'entries',
      state: 'fails',
      reason: 'LOGGED_TWICE',
      detail: nameSome(
        copied.repetitions.map(({ sentence }) => sentence),
        ' ',
      ),
    });
  const shown = new Set(evidence.entries.map(({ index }) => index));
  const extractions = results.map(({ extraction }) => extraction);
  const missing = entriesOfDraw(copied, { rifaId, extractions, size }).filter(
    ({ index }) => !shown.has(index),
  );
  if (missing.length > 0)
    findings.push({
      item: 'entries',
      state: 'fails',
      reason: 'ENTRIES_LEFT_OUT',
      detail: nameSome(
        missing.map(({ index, entry }) => `${KINDS[entry.kind][0]} na posição ${index}`),
        ', ',
      ),
    });
  if (!copied.prefixRoot)
    findings.push({
      item: 'entries',
      state: 'open',
      reason: 'MIRROR_BEHIND',
      detail: String(copied.checkpoint.size),
    });
  return findings;
}

/** What an honest proof of this checkpoint holds. */
function entriesOfDraw(
  { entries }: CopiedLog,
  { rifaId, extractions, size }: { rifaId: string; extractions: readonly number[]; size: number },
): CopiedLog['entries'] {
  const within = entries.filter(({ index }) => index < size);
  const frozen = within.find(({ entry }) => entry.kind === 'frozen');
  const count = within.findLast(({ index, entry }) => entry.kind === 'count' && index < (frozen?.index ?? 0));
  const found = within.filter(({ entry }) => isEntryOfDraw(entry, { rifaId, extractions }));
  return count ? [...found, count] : found;
}

function nameSome(texts: readonly string[], separator: string): string {
  const named = texts.slice(0, MAX_NAMED).join(separator);
  return texts.length > MAX_NAMED ? `${named}${separator}e mais ${texts.length - MAX_NAMED}` : named;
}
