import { learnLotteryHours, type LotteryHours } from '@mare/domain/draws/lottery/lottery-hours.ts';
import type { Platform } from '../../platform/platform.ts';
import { listKnownHours } from './archive.queries.ts';

/** The lottery's hours: the setting, corrected by what the sources say. */
export async function findLotteryHours(
  { config }: Pick<Platform, 'config'>,
  db: Platform['db'],
): Promise<LotteryHours> {
  return learnLotteryHours(config.lotteryHours, await listKnownHours(db));
}
