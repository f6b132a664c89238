/** The public log's entries about a draw, with their proofs. */
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import { type LogEvidence, MAX_EXITS, type Unsigned } from '@mare/domain/transparency/verify/evidence.ts';
import type { Platform } from '../../platform/platform.ts';
import { readLogEvidence } from '../../transparency/read-evidence.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';

/**
 * @param heldSizes sizes of checkpoints for which consistency is proved, as far as the log has them
 * @returns null for a draw that the log does not have
 */
export async function readDrawEvidence(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  { rifa, seals, draws, list }: DrawAudit,
  heldSizes: readonly number[],
): Promise<LogEvidence | Unsigned | null> {
  if (!list) return null;
  const { db, clock } = platform;
  const results = draws.at(-1)?.results ?? [];
  const deciding = results[0]?.date ?? seals.at(-1)?.extractionDate;
  // A seal that replaced others has to precede their extractions too.
  const [date] = [deciding, ...seals.map(({ extractionDate }) => extractionDate)]
    .filter((each) => each !== undefined)
    .sort();
  const extractionAt = date ? extractionTime(date, await findLotteryHours(platform, db)) : clock.now();
  const exits = await db
    .selectFrom('orderItems')
    .innerJoin('logEntries', 'logEntries.subjectId', 'orderItems.orderId')
    .select('orderItems.orderId')
    .distinct()
    .where('orderItems.rifaId', '=', rifa.id)
    .where('logEntries.kind', '=', 'exit')
    .orderBy('orderItems.orderId')
    .limit(MAX_EXITS)
    .execute();
  const about = {
    rifaId: rifa.id,
    extractions: results.map(({ extraction }) => extraction),
    orderIds: exits.map(({ orderId }) => orderId),
  };
  return readLogEvidence(platform, about, { heldSizes, extractionAt });
}
