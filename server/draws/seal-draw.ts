import { sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type DrawFallback, findDrawRule } from '@mare/domain/draws/draw-rules.ts';
import { sealHash, sealText } from '@mare/domain/draws/sealing/draw-seal.ts';
import { earliestExtraction } from '@mare/domain/draws/lottery-calendar.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { findLatestSeal } from './draws.queries.ts';
import { type BuyersNews, tellBuyersJob } from './tell-buyers.job.ts';

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

export type SealResult =
  | { ok: true; hash: string }
  | {
      ok: false;
      /**
       * `not_frozen`: there is no list, or the draw is over. `too_late`: the extraction may have run already.
       * `not_fair`: no rule gives each number of this total the same chance. `unchanged`: it is sealed so already.
       */
      code: 'NOT_FROZEN' | 'TOO_LATE' | 'NOT_FAIR' | 'UNCHANGED';
    };

/**
 * Publishes what decides the draw, before the lottery runs. A later version may name another extraction only before
 * that one and the one named before can have run; the day alone may be put off until a result is confirmed, since
 * the number of the extraction stays the same.
 */
export function sealDraw(platform: Platform, request: SealRequest): Promise<SealResult> {
  return platform.db.transaction().execute(async (trx) => {
    const { rifaId, extraction, extractionDate } = request;
    const rifa = await lockFrozenRifa(trx, rifaId);
    if (rifa?.status !== 'closed') return { ok: false, code: 'NOT_FROZEN' };
    if (!findDrawRule(rifa.drawRule, rifa.totalNumbers)) return { ok: false, code: 'NOT_FAIR' };
    const latest = await findLatestSeal(trx, rifaId);
    const now = platform.clock.now();
    const refusal = await refuseExtraction(trx, request, latest, now);
    if (refusal) return { ok: false, code: refusal };
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
    await platform.jobs.enqueue(trx, tellBuyersJob, { rifaId, news: 'sealed' } satisfies BuyersNews);
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

/** Null when this extraction may decide. @param latest the seal that would be replaced */
async function refuseExtraction(
  trx: Transaction<DB>,
  { extraction, extractionDate, userId }: SealRequest,
  latest: { extraction: number; extractionDate: string } | undefined,
  now: Date,
): Promise<'UNCHANGED' | 'TOO_LATE' | null> {
  if (latest?.extraction === extraction && latest.extractionDate === extractionDate) return 'UNCHANGED';
  // What a person has sealed, the product does not seal again by itself.
  if (latest && userId === null) return 'UNCHANGED';
  const inTime = (date: string) => now < earliestExtraction(date);
  const putOff = latest?.extraction === extraction && extractionDate > latest.extractionDate;
  if (!putOff && !(inTime(extractionDate) && (!latest || inTime(latest.extractionDate)))) return 'TOO_LATE';
  return (await isDecided(trx, extraction, putOff)) ? 'TOO_LATE' : null;
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

/** Whether the extraction's prizes are known here; for a day that is put off, whether they are confirmed. */
async function isDecided(trx: Transaction<DB>, extraction: number, putOff: boolean): Promise<boolean> {
  const row = await trx
    .selectFrom('lotteryResults')
    .select('id')
    .where('extraction', '=', extraction)
    .where('state', 'in', putOff ? ['confirmed'] : ['pending', 'confirmed', 'superseded'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findPositions(trx: Transaction<DB>, rifaId: string): Promise<number[]> {
  const { rows } = await sql<{ position: number }>`
    select position from rifa_prizes where rifa_id = ${rifaId} order by position`.execute(trx);
  return rows.length > 0 ? rows.map((row) => row.position) : [1];
}
