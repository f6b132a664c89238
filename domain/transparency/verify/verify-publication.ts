/** Compares a draw with other entries of the public log about its rifa: publication and cancellation. */
import type { DrawTerms } from '../../draws/sealing/draw-seal.ts';
import type { DrawRecord } from '../../draws/verifying/verify-draw.ts';
import type { EntryOf, LogEntry } from '../log/log-entry.ts';
import type { Finding } from './verdict/findings.ts';

/**
 * The sealed terms must equal those published before the first sale, and a cancelled rifa must have no draw. A rifa
 * older than the log has no publication: that item stays open.
 */
export function comparePublication(
  entries: readonly { entry: LogEntry }[],
  terms: DrawTerms,
  { winners }: DrawRecord,
): Finding[] {
  const published: EntryOf<'published'>[] = [];
  let isCancelled = false;
  for (const { entry } of entries) {
    if (entry.kind === 'published' && entry.rifaId === terms.rifaId) published.push(entry);
    if (entry.kind === 'cancelled' && entry.rifaId === terms.rifaId) isCancelled = true;
  }
  const findings: Finding[] = [];
  if (published.length === 0)
    findings.push({ item: 'entries', state: 'open', reason: 'PUBLICATION_NOT_LOGGED' });
  else if (!published.every((entry) => hasTerms(entry, terms)))
    findings.push({ item: 'entries', state: 'fails', reason: 'PUBLICATION_DIFFERS' });
  if (isCancelled && winners.length > 0)
    findings.push({ item: 'entries', state: 'fails', reason: 'CANCELLED' });
  return findings;
}

function hasTerms(published: EntryOf<'published'>, terms: DrawTerms): boolean {
  return (
    published.totalNumbers === terms.totalNumbers &&
    published.rule === terms.rule &&
    published.fallback === terms.fallback &&
    published.cotaWinsOnce === terms.cotaWinsOnce &&
    positionsOf(published) === [...terms.positions].sort((one, other) => one - other).join(' ')
  );
}

/** Each line is a position, a space and the prize. */
function positionsOf({ prizes }: EntryOf<'published'>): string {
  return prizes.map((prize) => prize.slice(0, prize.indexOf(' '))).join(' ');
}
