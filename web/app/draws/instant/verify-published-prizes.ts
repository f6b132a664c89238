import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import {
  type CheckedInstantPrizes,
  verifyInstantPrizes,
} from '@mare/domain/draws/verifying/verify-instant-prizes.ts';
import type { LogComparison } from '@mare/domain/transparency/verify/instant/compare-instant-page.ts';
import { queries } from '../../api.ts';

export interface VerifiedPrizes extends CheckedInstantPrizes {
  /** Null when the log could not be read. */
  log: LogComparison | null;
}

/** Verifies all revealed cotas premiadas, and compares them with the public log. */
export async function verifyPublishedPrizes(shown: InstantPrizes): Promise<VerifiedPrizes> {
  const { rifaId } = shown;
  // The log is read first: a page from before the beacon's round is older than the log, and would seem to differ.
  const logged = await queries.transparency.rifaEntries.call({ rifaId }).catch(() => null);
  const latest = await queries.draws.instantPrizes.call({ rifaId }).catch(() => null);
  const instant = latest?.instantPrizes ?? shown;
  const checked = await verifyInstantPrizes(instant);
  if (!logged || !latest) return { ...checked, log: null };
  const { compareInstantPage } =
    await import('@mare/domain/transparency/verify/instant/compare-instant-page.ts');
  const log = compareInstantPage(instant, logged.entries);
  return { ...checked, ok: checked.ok && log.state !== 'differs', log };
}
