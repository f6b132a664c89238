import type { NextExtraction } from '@mare/contract/rifas/rifa-gaps.ts';
import { salesEndAt } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { readLottery } from '../../draws/archive/read-archive.ts';
import type { Platform } from '../../platform/platform.ts';

/** About five years at two extractions a week. */
export const EXTRACTIONS_AHEAD = 500;

export type Coming = Awaited<ReturnType<typeof readLottery>>['coming'];

/** Null while the archive holds none. */
export async function comingExtractions(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
): Promise<Coming | null> {
  const { coming } = await readLottery(platform, EXTRACTIONS_AHEAD);
  return coming.length === 0 ? null : coming;
}

/** The first extraction that leaves time to sell and to seal; null when the archive knows none. */
export function firstPossible(
  { salesStart, salesEndMinutes }: { salesStart: string | null; salesEndMinutes: number },
  coming: Coming | null,
  now: Date,
): NextExtraction | null {
  const opens = salesStart !== null && new Date(salesStart) > now ? new Date(salesStart) : now;
  const first = coming?.find(({ runsAt }) => salesEndAt(runsAt, salesEndMinutes) > opens);
  return first
    ? { number: first.isNumberKnown ? first.number : null, runsAt: first.runsAt.toISOString() }
    : null;
}
