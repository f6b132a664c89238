import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';
import type { DecidingResults } from '../deciding-results.ts';
import { recordDrawNews } from '../news/record-draw-news.ts';

/**
 * Stores the outcome of the declared clause for a sealed rifa if it has changed, with its inputs, and notifies the
 * participants. The caller holds the lock on the rifa.
 * @returns the step that applies; null while the sealed extraction is expected as announced
 */
export async function applyClause(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'jobs'>,
  rifaId: string,
  seal: { version: number; extraction: number },
  { reason, first, isDecided, known }: Pick<DecidingResults, 'reason' | 'first' | 'isDecided' | 'known'>,
): Promise<number | null> {
  const { clock } = platform;
  const latest = await trx
    .selectFrom('drawClauseSteps')
    .selectAll()
    .where('rifaId', '=', rifaId)
    .where('sealVersion', '=', seal.version)
    .orderBy('step', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest && reason === 'AS_SEALED') return null;
  const inputs = isDecided ? known.filter(({ number }) => number <= first) : known;
  const isSame = latest?.reason === reason && latest.extraction === first;
  if (isSame && latest.decides === isDecided && (!isDecided || sameInputs(latest.known, inputs)))
    return latest.step;
  const now = clock.now();
  const step = ((await findLatestStep(trx, rifaId)) ?? 0) + 1;
  await trx
    .insertInto('drawClauseSteps')
    .values({
      rifaId,
      step,
      sealVersion: seal.version,
      reason,
      extraction: first,
      decides: isDecided,
      decidedOn: brasiliaDate(now),
      known: JSON.stringify(inputs),
      appliedAt: now,
    })
    .execute();
  await recordEntry(trx, {
    kind: 'clause',
    at: now.toISOString(),
    rifaId,
    sealVersion: seal.version,
    step,
    reason,
    extraction: first,
    decides: isDecided,
  });
  if (!isSame)
    await recordDrawNews(trx, platform, rifaId, {
      kind: 'clause',
      step,
      reason,
      sealed: seal.extraction,
      extraction: first,
    });
  return step;
}

async function findLatestStep(trx: Transaction<DB>, rifaId: string): Promise<number | null> {
  const row = await trx
    .selectFrom('drawClauseSteps')
    .select((eb) => eb.fn.max('step').as('step'))
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  return row?.step ?? null;
}

/** The database does not keep the order of JSON fields. */
function sameInputs(stored: unknown, inputs: DecidingResults['known']): boolean {
  const text = (known: DecidingResults['known']) =>
    JSON.stringify(known.map(({ number, date, prizes }) => [number, date, prizes]));
  return text(stored as DecidingResults['known']) === text(inputs);
}
