/** Compares the cotas premiadas of a page with the entries of the public log about their rifa, also during sales. */
import { shownInstantPrizes } from '../../../draws/verifying/shown-draw.ts';
import { parseEntry } from '../../log/log-entry.ts';
import { compareShownInstant } from '../shown/verify-shown.ts';

export interface LogComparison {
  /** `not_logged`: the log has no publication of the rifa. */
  state: 'agrees' | 'differs' | 'not_logged';
  /** What differs, in sentences. */
  detail: string | null;
}

/** Kinds that the page is compared with. */
const COMPARED = new Set(['published', 'hidden', 'placed', 'revealed']);

/**
 * @param page read after the entries: one from before the beacon's round would seem to differ
 * @param logged `isGenuine` is false for a text that no longer has the signed hash
 */
export function compareInstantPage(
  page: Parameters<typeof shownInstantPrizes>[0] & { rifaId: string },
  logged: readonly { kind: string; text: string; isGenuine: boolean }[],
): LogComparison {
  const compared = logged.filter(({ kind }) => COMPARED.has(kind));
  if (compared.some(({ isGenuine }) => !isGenuine))
    return { state: 'differs', detail: 'O texto de uma anotação foi mudado depois de assinado.' };
  const entries = compared.flatMap(({ text }) => {
    const entry = parseEntry(text);
    return entry ? [{ entry }] : [];
  });
  if (!entries.some(({ entry }) => entry.kind === 'published')) return { state: 'not_logged', detail: null };
  const [failure] = compareShownInstant(shownInstantPrizes(page), page.rifaId, entries);
  return failure ? { state: 'differs', detail: failure.detail ?? null } : { state: 'agrees', detail: null };
}
