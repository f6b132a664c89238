/** Whether a list marks as many cotas sold by hand as the log counted right before it was frozen. */
import type { ReadList } from '../../draws/sealing/sold-list.ts';
import type { EntryOf, LogEntry } from '../log/log-entry.ts';
import type { Finding } from './verdict/findings.ts';

/** Cotas excluded from the list are counted in the log, so the list may mark fewer. */
export function compareManualSales(
  entries: readonly { index: number; entry: LogEntry }[],
  rifaId: string,
  list: ReadList | null,
): Finding[] {
  const marked = list?.header.manualNumbers;
  // Lists of the first format have no marks.
  if (marked === undefined) return [];
  let count: EntryOf<'count'> | null = null;
  let frozen: EntryOf<'frozen'> | null = null;
  for (const { entry } of entries) {
    if (entry.kind === 'count' && entry.rifaId === rifaId && !frozen) count = entry;
    if (entry.kind === 'frozen' && entry.rifaId === rifaId) frozen = entry;
  }
  const all = count?.soldManually;
  const excluded = frozen?.excludedNumbers ?? 0;
  const agrees = all !== undefined && marked <= all && marked >= all - excluded;
  return agrees ? [] : [{ item: 'entries', state: 'fails', reason: 'MANUAL_DIFFERS' }];
}
