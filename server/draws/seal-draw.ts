import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type DrawFallback, findDrawRule } from '@mare/domain/draws/draw-rules.ts';
import { sealHash, sealText } from '@mare/domain/draws/sealing/draw-seal.ts';
import { DEFAULT_LOTTERY_HOURS, extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import {
  checkSealTiming,
  type LotteryKnowledge,
  type SealTimingError,
} from '@mare/domain/draws/lottery/seal-timing.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { findLatestSeal } from './draws.queries.ts';
import { type BuyersNotice, notifyBuyersJob } from './notify-buyers.job.ts';

export interface SealRequest {
  rifaId: string;
  extraction: number;
  /** ISO date on which it is expected to run. */
  extractionDate: string;
  /** Null: the product itself. */
  userId: string | null;
  /** Why an earlier seal is replaced. */
  reason: string | null;
}

export type SealError =
  /** There is no frozen list, or the draw is over. */
  | 'NOT_FROZEN'
  /** No rule gives each number of this total the same chance. */
  | 'NOT_FAIR'
  /** It is sealed so already. */
  | 'UNCHANGED'
  | SealTimingError;

export type SealResult = { ok: true; hash: string } | { ok: false; code: SealError };

/**
 * Publishes what decides the draw, before the lottery runs. A later version may name another extraction only before
 * that one and the one named before can have run. What the lottery does after that is decided by the declared clause.
 * @param lottery what the archive of extractions knows now
 */
export function sealDraw(
  platform: Platform,
  request: SealRequest,
  lottery: LotteryKnowledge,
): Promise<SealResult> {
  return platform.db.transaction().execute(async (trx) => {
    const { rifaId, extraction, extractionDate } = request;
    const rifa = await lockFrozenRifa(trx, rifaId);
    if (rifa?.status !== 'closed') return { ok: false, code: 'NOT_FROZEN' };
    if (!findDrawRule(rifa.drawRule, rifa.totalNumbers)) return { ok: false, code: 'NOT_FAIR' };
    const latest = await findLatestSeal(trx, rifaId);
    const now = platform.clock.now();
    const code = await rejectExtraction(trx, request, latest, lottery, now);
    if (code) return { ok: false, code };
    const text = await composeText(trx, rifa, request);
    const hash = sealHash(text);
    await trx
      .insertInto('drawSeals')
      .values({
        rifaId,
        version: (latest?.version ?? 0) + 1,
        text,
        hash,
        extraction,
        extractionDate,
        reason: request.reason,
        sealedBy: request.userId,
        sealedAt: now,
      })
      .execute();
    await platform.jobs.enqueue(trx, notifyBuyersJob, { rifaId, news: 'sealed' } satisfies BuyersNotice);
    await recordActivity(trx, platform, {
      userId: request.userId,
      action: 'seal-draw',
      entityType: 'rifa',
      entityId: rifaId,
      description: `Sorteio de “${rifa.title}” lacrado para a extração ${extraction} da Loteria Federal.`,
      details: { extraction, extractionDate, hash, reason: request.reason },
    });
    return { ok: true, hash };
  });
}

/**
 * @param latest the seal that would be replaced
 * @returns null when this extraction may decide
 */
async function rejectExtraction(
  trx: Transaction<DB>,
  { extraction, extractionDate, userId }: SealRequest,
  latest: { extraction: number; extractionDate: string } | undefined,
  lottery: LotteryKnowledge,
  now: Date,
): Promise<SealError | null> {
  if (latest?.extraction === extraction && latest.extractionDate === extractionDate) return 'UNCHANGED';
  // The product does not replace a seal by itself.
  if (latest && userId === null) return 'UNCHANGED';
  const timing = (number: number, date: string) =>
    checkSealTiming({ number, extractionAt: extractionTime(date, DEFAULT_LOTTERY_HOURS) }, lottery, now);
  return (
    timing(extraction, extractionDate) ??
    (latest ? timing(latest.extraction, latest.extractionDate) : null) ??
    ((await hasResult(trx, extraction)) ? 'NUMBER_HAS_RUN' : null)
  );
}

async function composeText(
  trx: Transaction<DB>,
  rifa: NonNullable<Awaited<ReturnType<typeof lockFrozenRifa>>>,
  { rifaId, extraction, extractionDate }: SealRequest,
): Promise<string> {
  return sealText({
    rifaId,
    totalNumbers: rifa.totalNumbers,
    soldNumbers: rifa.soldNumbers,
    listHash: rifa.listHash,
    merkleRoot: rifa.merkleRoot,
    rule: rifa.drawRule,
    fallback: rifa.drawFallback as DrawFallback,
    positions: await findPositions(trx, rifaId),
    cotaWinsOnce: rifa.cotaWinsOnce,
    extraction,
    extractionDate,
  });
}

function lockFrozenRifa(trx: Transaction<DB>, rifaId: string) {
  return trx
    .selectFrom('rifas')
    .innerJoin('drawLists as list', 'list.rifaId', 'rifas.id')
    .select(['rifas.title', 'rifas.status', 'rifas.drawRule', 'rifas.drawFallback', 'rifas.cotaWinsOnce'])
    .select(['list.totalNumbers', 'list.soldNumbers', 'list.listHash', 'list.merkleRoot'])
    .where('rifas.id', '=', rifaId)
    .forUpdate('rifas')
    .executeTakeFirst();
}

/** Whether a result of the extraction has been recorded here. */
async function hasResult(trx: Transaction<DB>, extraction: number): Promise<boolean> {
  const row = await trx
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', extraction)
    .where('state', 'in', ['pending', 'confirmed', 'superseded'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findPositions(trx: Transaction<DB>, rifaId: string): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select position from rifa_prizes where rifa_id = ${rifaId} order by position`.execute(trx);
  return rows.length > 0 ? rows.map((row) => row.position) : [1];
}
