import { learnLotteryHours, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import type { Platform } from '../../platform/platform.ts';
import { listKnownHours } from './archive.queries.ts';

/** Hours of the lottery: the setting, corrected by the sources. */
export async function findLotteryHours(
  { config }: Pick<Platform, 'config'>,
  db: Platform['db'],
): Promise<LotteryHours> {
  return learnLotteryHours(config.lotteryHours, await listKnownHours(db));
}
