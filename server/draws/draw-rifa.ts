import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { type DrawTerms, isSealedList, readSeal } from '@mare/domain/draws/sealing/draw-seal.ts';
import { type DrawOutcome, drawWinners } from '@mare/domain/draws/draw-winners.ts';
import type { ReadList } from '@mare/domain/draws/sealing/sold-list.ts';
import { recordActivity } from '../activity-log/record-activity.ts';
import type { Platform } from '../platform/platform.ts';
import { recordEntry } from '../transparency/entries/record-entry.ts';
import { recordDrawCheck } from './checking/record-draw-check.ts';
import { drawCompleted } from './draw-events.ts';
import { applyClause } from './clauses/apply-clause.ts';
import { recordDrawNews } from './news/record-draw-news.ts';
import { openNumberOrder } from './sealing/open-number-order.ts';
import { type ConfirmedResult, readDecidingResults, type SealedFor } from './deciding-results.ts';
import { readStoredList } from './list/read-list.ts';
import { type OnWinnersRemoved, replaceWinners } from './replace-winners.ts';
import { setDrawDay } from './set-draw-day.ts';

export type DrawResult =
  | { ok: true; version: number }
  | {
      ok: false;
      /**
       * `waiting`: no result yet. `already_drawn`: by the same results. `list_differs`: the stored list differs from
       * the sealed one; the rifa is drawn once it is restored.
       */
      code: 'NOT_SEALED' | 'WAITING' | 'ALREADY_DRAWN' | 'LIST_DIFFERS';
    };

/**
 * Draws a sealed rifa from the confirmed results. Idempotent, also under concurrent calls. After a correction of a
 * result it saves a new version of the draw and keeps the earlier one.
 */
export async function drawRifa(
  platform: Platform,
  rifaId: string,
  onWinnersRemoved: OnWinnersRemoved,
): Promise<DrawResult> {
  const { db, clock } = platform;
  // The list is immutable, so it may be read before the lock.
  const sealed = await findSeal(db, rifaId);
  if (!sealed) return { ok: false, code: 'NOT_SEALED' };
  const { results } = await readDecidingResults(db, sealed, clock.now());
  if (results.length === 0) return { ok: false, code: 'WAITING' };
  const list = await readStoredList(db, rifaId);
  return db.transaction().execute(async (trx) => {
    const rifa = await trx
      .selectFrom('rifas')
      .select(['title', 'status'])
      .where('id', '=', rifaId)
      .where('status', 'in', ['closed', 'completed'])
      .forUpdate()
      .executeTakeFirst();
    const seal = rifa && (await findSeal(trx, rifaId));
    if (!seal) return { ok: false, code: 'NOT_SEALED' };
    if (!list || !isSealedList(list, seal.terms)) {
      await recordDrawCheck(trx, platform, { id: rifaId, title: rifa.title }, ['LIST_HASH']);
      return { ok: false, code: 'LIST_DIFFERS' };
    }
    const deciding = await readDecidingResults(trx, seal, clock.now());
    const drawn = draw(seal.terms, deciding.results, list);
    if (!drawn) return { ok: false, code: 'WAITING' };
    const latest = await findLatestDraw(trx, rifaId);
    if (latest?.resultIds.join() === drawn.resultIds.join()) return { ok: false, code: 'ALREADY_DRAWN' };
    const version = (latest?.version ?? 0) + 1;
    const clauseStep = await applyClause(trx, platform, rifaId, seal, deciding);
    const now = clock.now();
    await trx
      .insertInto('draws')
      .values({
        rifaId,
        version,
        sealVersion: seal.version,
        clauseStep,
        resultIds: drawn.resultIds,
        outcome: JSON.stringify(drawn.outcome),
        drawnAt: now,
      })
      .execute();
    const { extraction } = deciding.results[0]!;
    await recordDrawNews(
      trx,
      platform,
      rifaId,
      version === 1
        ? { kind: 'drawn', extraction, isUnconfirmed: drawn.isUnconfirmed }
        : { kind: 'corrected', version, extraction },
    );
    const { outcome } = drawn;
    await recordEntry(trx, {
      kind: 'winners',
      at: now.toISOString(),
      rifaId,
      version,
      sealVersion: seal.version,
      numbers: outcome.winners.map(({ position, number }) => `${position}:${number ?? '-'}`),
    });
    if (version === 1) await openNumberOrder(trx, rifaId, now);
    await replaceWinners(
      trx,
      platform,
      { rifaId, version, outcome, list, extractionDate: drawn.extractionDate },
      onWinnersRemoved,
    );
    await setDrawDay(trx, platform, { rifaId, extraction: drawn.extraction, date: drawn.extractionDate });
    await trx.updateTable('rifas').set({ status: 'completed' }).where('id', '=', rifaId).execute();
    await platform.jobs.enqueue(trx, drawCompleted, { rifaId });
    await recordActivity(trx, platform, {
      userId: null,
      action: version === 1 ? 'draw-rifa' : 'redraw-rifa',
      entityType: 'rifa',
      entityId: rifaId,
      description:
        version === 1
          ? `“${rifa.title}” sorteada.`
          : `“${rifa.title}” apurada de novo, na versão ${version}, depois da correção do resultado.`,
      details: { version, winners: drawn.outcome.winners },
    });
    return { ok: true, version };
  });
}

/** Uses as few results as possible; null while positions are open. */
function draw(
  terms: DrawTerms,
  results: readonly ConfirmedResult[],
  list: ReadList,
): {
  outcome: DrawOutcome;
  resultIds: string[];
  /** The last result that was needed. */
  extraction: number;
  extractionDate: string;
  isUnconfirmed: boolean;
} | null {
  for (let count = 1; count <= results.length; count++) {
    const used = results.slice(0, count);
    const outcome = drawWinners(terms, used, list.numbers);
    if (outcome.awaits === null)
      return {
        outcome,
        resultIds: used.map(({ id }) => id),
        extraction: used.at(-1)!.extraction,
        extractionDate: used.at(-1)!.drawnOn,
        isUnconfirmed: used.some((result) => result.isUnconfirmed),
      };
  }
  return null;
}

async function findSeal(
  db: Platform['db'] | Transaction<DB>,
  rifaId: string,
): Promise<(SealedFor & { version: number; terms: DrawTerms }) | null> {
  const seal = await db
    .selectFrom('drawSeals')
    .select(['version', 'text', 'sealedAt'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const terms = seal && readSeal(seal.text);
  if (!terms) return null;
  const { extraction, extractionDate } = terms;
  return { version: seal.version, terms, extraction, extractionDate, sealedAt: seal.sealedAt };
}

function findLatestDraw(trx: Transaction<DB>, rifaId: string) {
  return trx
    .selectFrom('draws')
    .select(['version', 'resultIds'])
    .where('rifaId', '=', rifaId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}
