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
