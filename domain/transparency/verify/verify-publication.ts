/** Compares a draw with other entries of the public log about its rifa: publication and cancellation. */
import type { DrawTerms } from '../../draws/sealing/draw-seal.ts';
import type { DrawRecord } from '../../draws/verifying/verify-draw.ts';
import { toEntryText } from '../log/entry-fields.ts';
import type { EntryOf, LogEntry } from '../log/log-entry.ts';
import type { Finding } from './verdict/findings.ts';

/**
 * The sealed terms and the named prizes must equal those published before the first sale, and a cancelled rifa must
 * have no draw. A rifa older than the log has no publication: that item stays open.
 */
export function comparePublication(
  entries: readonly { entry: LogEntry }[],
  terms: DrawTerms,
  { winners, prizes }: DrawRecord,
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
  const renamed = prizes && published.flatMap((entry) => renamedPrizes(entry, prizes))[0];
  if (renamed) findings.push({ item: 'entries', state: 'fails', reason: 'PRIZES_DIFFER', detail: renamed });
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

/** @returns a sentence for each published prize that has another name now, or none */
function renamedPrizes(
  { prizes: published }: EntryOf<'published'>,
  named: NonNullable<DrawRecord['prizes']>,
): string[] {
  const lines = named.map(({ position, name }) => toEntryText(`${position} ${name}`));
  return published.flatMap((line) => {
    if (lines.includes(line)) return [];
    const [position, name] = splitPrize(line);
    const now = lines.map(splitPrize).find(([other]) => other === position)?.[1];
    return [`${position}º prêmio: publicado “${name}”, mostrado ${now ? `“${now}”` : 'nenhum'}.`];
  });
}

function splitPrize(line: string): [position: string, name: string] {
  const end = line.indexOf(' ');
  return [line.slice(0, end), line.slice(end + 1)];
}

/** Each line is a position, a space and the prize. */
function positionsOf({ prizes }: EntryOf<'published'>): string {
  return prizes.map((prize) => splitPrize(prize)[0]).join(' ');
}
