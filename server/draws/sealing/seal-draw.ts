import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type DrawFallback, findDrawRule } from '@mare/domain/draws/draw-rules.ts';
import { sealHash, sealText } from '@mare/domain/draws/sealing/draw-seal.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import {
  checkSealTiming,
  type LotteryKnowledge,
  type SealTimingError,
} from '@mare/domain/draws/lottery/seal-timing.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { findLatestSeal } from '../draws.queries.ts';
import { recordDrawNews } from '../news/record-draw-news.ts';
import { setDrawDay } from '../set-draw-day.ts';

export interface SealRequest {
  rifaId: string;
  extraction: number;
  /** Expected date, ISO. */
  extractionDate: string;
  /** Null when sealed automatically. */
  userId: string | null;
  /** Reason for replacing an earlier seal. */
  reason: string | null;
}

export type SealError =
  /** The list is not frozen, or the draw is over. */
  | 'NOT_FROZEN'
  /** No rule gives every number of this total the same chance. */
  | 'NOT_FAIR'
  /** The current seal is the same, or the automatic job tried to replace a seal. */
  | 'UNCHANGED'
  | SealTimingError;

export type SealResult = { ok: true; hash: string } | { ok: false; code: SealError };

/**
 * Publishes the inputs of the draw before the lottery runs. A later version can name another extraction only while
 * neither the old nor the new one can have run. Later changes by the lottery are handled by the declared clause.
 * @param lottery current state of the extraction archive
 */
export function sealDraw(
  platform: Platform,
  request: SealRequest,
  lottery: LotteryKnowledge,
): Promise<SealResult> {
  return platform.db.transaction().execute((trx) => sealInTransaction(trx, platform, request, lottery));
}

export async function sealInTransaction(
  trx: Transaction<DB>,
  platform: Platform,
  request: SealRequest,
  lottery: LotteryKnowledge,
): Promise<SealResult> {
  const { rifaId, extraction, extractionDate } = request;
  const now = platform.clock.now();
  const checked = await checkSeal(trx, platform, request, lottery);
  if (!checked.ok) return checked;
  const { rifa, latest } = checked;
  const version = (latest?.version ?? 0) + 1;
  const text = await composeText(trx, rifa, request);
  const hash = sealHash(text);
  await trx
    .insertInto('drawSeals')
    .values({
      rifaId,
      version,
      text,
      hash,
      extraction,
      extractionDate,
      reason: request.reason,
      sealedBy: request.userId,
      sealedAt: now,
    })
    .execute();
  await setDrawDay(trx, platform, { rifaId, extraction, date: extractionDate });
  const { reason } = request;
  await recordDrawNews(trx, platform, rifaId, {
    kind: 'sealed',
    version,
    extraction,
    extractionDate,
    reason,
  });
  await recordEntry(trx, {
    kind: 'sealed',
    at: now.toISOString(),
    rifaId,
    version,
    sealHash: hash,
    extraction,
    extractionDate,
  });
  await recordActivity(trx, platform, {
    userId: request.userId,
    action: 'seal-draw',
    entityType: 'rifa',
    entityId: rifaId,
    description: `Sorteio de “${rifa.title}” lacrado para a extração ${extraction} da Loteria Federal.`,
    details: { extraction, extractionDate, hash, reason: request.reason },
  });
  return { ok: true, hash };
}

/** Locks the rifa. */
export async function checkSeal(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'config' | 'clock'>,
  request: SealRequest,
  lottery: LotteryKnowledge,
): Promise<
  | {
      ok: true;
      rifa: NonNullable<Awaited<ReturnType<typeof lockFrozenRifa>>>;
      latest: Awaited<ReturnType<typeof findLatestSeal>>;
    }
  | { ok: false; code: SealError }
> {
  const rifa = await lockFrozenRifa(trx, request.rifaId);
  if (rifa?.status !== 'closed') return { ok: false, code: 'NOT_FROZEN' };
  if (!findDrawRule(rifa.drawRule, rifa.totalNumbers)) return { ok: false, code: 'NOT_FAIR' };
  const latest = await findLatestSeal(trx, request.rifaId);
  const code = await rejectExtraction(trx, platform, request, latest, lottery);
  return code ? { ok: false, code } : { ok: true, rifa, latest };
}

/**
 * @param latest the seal that would be replaced
 * @returns null when the extraction is allowed
 */
async function rejectExtraction(
  trx: Transaction<DB>,
  { config, clock }: Pick<Platform, 'config' | 'clock'>,
  { extraction, extractionDate, userId }: SealRequest,
  latest: { extraction: number; extractionDate: string } | undefined,
  lottery: LotteryKnowledge,
): Promise<SealError | null> {
  if (latest?.extraction === extraction && latest.extractionDate === extractionDate) return 'UNCHANGED';
  // Only an admin can replace a seal.
  if (latest && userId === null) return 'UNCHANGED';
  const hours = await findLotteryHours({ config }, trx);
  const timing = (number: number, date: string) =>
    checkSealTiming({ number, extractionAt: extractionTime(date, hours) }, lottery, clock.now());
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

/** Whether a result of the extraction is recorded. */
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
