/** Public data of a rifa's draw. The only personal data is the short names of winners. */
import type { Kysely } from 'kysely';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { DB } from '@mare/database/schema.ts';
import { shortName } from '@mare/domain/accounts/names/short-name.ts';
import type { CancelReason } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import type { ClauseReason } from '@mare/domain/draws/lottery/declared-clause.ts';
import type { Extraction } from '@mare/domain/draws/lottery/extraction.ts';
import type { DrawOutcome } from '@mare/domain/draws/draw-winners.ts';
import { publishedWinners } from '@mare/domain/draws/verifying/published-winners.ts';
import { proofFile } from '@mare/domain/draws/sealing/timestamp-proof.ts';
import { PUBLISHED_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { listPublicActions } from '../../approvals/read-approvals.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { readFailingCheck } from '../checking/read-draw-check.ts';
import { readDecidingResults } from '../deciding-results.ts';
import { readShownPrizes } from '../prizes/read-shown-prizes.ts';
import { readShownDraw } from './read-shown-draw.ts';

/**
 * Reads everything in one snapshot, so that winners and draw match even while a draw is repeated.
 * @returns null for an unpublished rifa
 */
export function readDrawAudit(db: Kysely<DB>, rifaId: string, now: Date): Promise<DrawAudit | null> {
  return inSnapshot(db, (trx) => readAudit(trx, rifaId, now));
}

async function readAudit(db: Kysely<DB>, rifaId: string, now: Date): Promise<DrawAudit | null> {
  const rifa = await db
    .selectFrom('rifas')
    .select(['id', 'title', 'image', 'status', 'totalNumbers', 'drawDate', 'drawExtraction', 'salesEndAt'])
    .select(['drawRule', 'drawFallback', 'cotaWinsOnce', 'cancelReason', 'cancelNote', 'pausedAt'])
    .where('id', '=', rifaId)
    .where('status', 'in', PUBLISHED_STATES)
    .executeTakeFirst();
  if (!rifa) return null;
  const prizes = await db
    .selectFrom('rifaPrizes')
    .select(['position', 'name'])
    .where('rifaId', '=', rifaId)
    .orderBy('position')
    .execute();
  const list = await findList(db, rifaId);
  const seals = await findSeals(db, rifaId);
  const draws = await findDraws(db, rifaId);
  const winners = await findWinners(db, rifaId);
  const clause = await findClauseSteps(db, rifaId);
  const failing = await readFailingCheck(db, rifaId);
  const shown = await readShownPrizes(
    db,
    winners.map(({ id }) => id),
    now,
  );
  const seal = seals.at(-1);
  // Only for a rifa that waits: for a drawn one the deciding extraction is stored.
  const deciding =
    seal && rifa.status === 'closed'
      ? await readDecidingResults(db, { ...seal, sealedAt: new Date(seal.sealedAt) }, now)
      : null;
  const actions = await listPublicActions(db, {
    rifaId,
    extractions: [
      ...seals.map(({ extraction }) => extraction),
      ...draws.flatMap(({ results }) => results.map(({ extraction }) => extraction)),
      ...(deciding ? [deciding.awaits] : []),
    ],
    from: list && new Date(list.frozenAt),
    until: rifa.status === 'closed' ? null : new Date(draws.at(-1)?.drawnAt ?? list?.frozenAt ?? now),
  });
  const audit: Omit<DrawAudit, 'record'> = {
    rifa: {
      id: rifa.id,
      title: rifa.title,
      image: rifa.image,
      status: rifa.status as DrawAudit['rifa']['status'],
      isPaused: rifa.status === 'active' && rifa.pausedAt !== null,
      totalNumbers: rifa.totalNumbers,
      drawDate: rifa.drawDate.toISOString(),
      drawExtraction: rifa.drawExtraction,
      salesEndAt: rifa.salesEndAt.toISOString(),
      cancellation: rifa.cancelReason
        ? { reason: rifa.cancelReason as CancelReason, note: rifa.cancelNote }
        : null,
    },
    rule: {
      version: rifa.drawRule,
      fallback: rifa.drawFallback as DrawAudit['rule']['fallback'],
      cotaWinsOnce: rifa.cotaWinsOnce,
    },
    prizes,
    list,
    seals,
    draws,
    awaits: deciding?.awaits ?? null,
    clauseSteps: clause
      .filter(({ sealVersion }) => sealVersion === seal?.version)
      .map(({ reason, extraction, decides, appliedAt }) => ({
        reason: reason as ClauseReason,
        extraction: decides ? extraction : null,
        appliedAt: appliedAt.toISOString(),
      })),
    winners: winners.map(({ id, winnerName, ...winner }) => ({
      ...winner,
      name: shortName(winnerName),
      prize: shown.get(id) ?? null,
    })),
    actions,
    failing,
  };
  if (!seal || (draws.length === 0 && rifa.status !== 'closed')) return { ...audit, record: null };
  const usedStep = draws.at(-1)?.clauseStep;
  const used = clause.find(({ step }) => step === usedStep);
  return {
    ...audit,
    record: {
      ...recordOf(audit, seal),
      clause: used ? describeClause(used, seal.sealedAt) : null,
      shown: await readShownDraw(db, audit),
    },
  };
}

/** Input of the verifier, without results and winners before the draw. */
function recordOf(
  { draws, winners, prizes }: Omit<DrawAudit, 'record'>,
  seal: DrawAudit['seals'][number],
): Omit<NonNullable<DrawAudit['record']>, 'clause' | 'shown'> {
  const draw = draws.at(-1);
  return {
    seal: { text: seal.text, hash: seal.hash },
    anchor: seal.anchor?.proof ?? null,
    results:
      draw?.results.map(({ extraction, date, prizes, rawBody, rawHash }) => ({
        extraction,
        date,
        prizes,
        rawBody,
        rawHash,
      })) ?? [],
    winners: publishedWinners(draw?.outcome.winners ?? [], winners),
    prizes,
  };
}

/** Inputs of the declared clause, as they were when it decided the draw. */
function describeClause(
  { decidedOn, known }: { decidedOn: string; known: unknown },
  sealedAt: string,
): NonNullable<DrawAudit['record']>['clause'] {
  return {
    sealedOn: brasiliaDate(new Date(sealedAt)),
    decidedOn,
    known: (known as Extraction[]).map(({ number, date, prizes }) => ({
      number,
      date,
      prizes: prizes && [...prizes],
    })),
  };
}

function findClauseSteps(db: Kysely<DB>, rifaId: string) {
  return db.selectFrom('drawClauseSteps').selectAll().where('rifaId', '=', rifaId).orderBy('step').execute();
}

async function findList(db: Kysely<DB>, rifaId: string): Promise<DrawAudit['list']> {
  const list = await db
    .selectFrom('drawLists')
    .select(['soldNumbers', 'excludedNumbers', 'bytes', 'listHash', 'merkleRoot', 'frozenAt'])
    .where('rifaId', '=', rifaId)
    .executeTakeFirst();
  if (!list) return null;
  const { listHash, merkleRoot, frozenAt, ...counts } = list;
  return { ...counts, hash: listHash, root: merkleRoot, frozenAt: frozenAt.toISOString() };
}

async function findSeals(db: Kysely<DB>, rifaId: string): Promise<DrawAudit['seals']> {
  const seals = await db
    .selectFrom('drawSeals')
    .leftJoin('drawAnchors as anchor', (join) =>
      join
        .onRef('anchor.rifaId', '=', 'drawSeals.rifaId')
        .onRef('anchor.sealVersion', '=', 'drawSeals.version'),
    )
    .select(['version', 'hash', 'text', 'extraction', 'extractionDate', 'reason', 'sealedAt'])
    .select(['anchor.calendar', 'anchor.chain', 'anchor.anchoredAt', 'anchor.blockHeight'])
    .where('drawSeals.rifaId', '=', rifaId)
    .orderBy('version')
    .execute();
  return seals.map(({ calendar, chain, anchoredAt, blockHeight, ...seal }) => ({
    ...seal,
    sealedAt: seal.sealedAt.toISOString(),
    anchor:
      calendar === null || chain === null || anchoredAt === null
        ? null
        : {
            calendar: new URL(calendar).host,
            anchoredAt: anchoredAt.toISOString(),
            blockHeight,
            proof: Buffer.from(proofFile(Buffer.from(seal.hash, 'hex'), chain)).toString('hex'),
          },
  }));
}

async function findDraws(db: Kysely<DB>, rifaId: string): Promise<DrawAudit['draws']> {
  const draws = await db
    .selectFrom('draws')
    .select(['version', 'drawnAt', 'resultIds', 'outcome', 'clauseStep'])
    .where('rifaId', '=', rifaId)
    .orderBy('version')
    .execute();
  const ids = draws.flatMap((draw) => draw.resultIds);
  if (ids.length === 0) return [];
  const results = await db
    .selectFrom('lotteryResults as result')
    .leftJoin('approvals as action', (join) =>
      join.onRef('action.subjectId', '=', 'result.id').on('action.state', '=', 'done'),
    )
    .selectAll('result')
    .select('action.notBefore')
    .where('result.id', 'in', ids)
    .execute();
  return draws.map(({ version, drawnAt, resultIds, outcome, clauseStep }) => ({
    version,
    clauseStep,
    drawnAt: drawnAt.toISOString(),
    outcome: outcome as unknown as DrawOutcome,
    results: resultIds.map((id) => {
      const result = results.find((each) => each.id === id)!;
      return {
        extraction: result.extraction,
        date: result.drawnOn,
        prizes: result.prizes,
        rawBody: result.rawBody,
        rawHash: result.rawHash,
        source: result.source as 'official' | 'typed',
        sourceUrl: result.sourceUrl,
        note: result.note,
        enteredAt: result.enteredAt.toISOString(),
        confirmedAt: result.decidedAt?.toISOString() ?? null,
        officialAwaitedUntil: result.notBefore?.toISOString() ?? null,
        officialAgreedAt: result.officialAgreedAt?.toISOString() ?? null,
        people: [result.enteredBy, result.decidedBy].filter((id) => id !== null).length,
        isReplaced: result.state === 'superseded',
      };
    }),
  }));
}

function findWinners(db: Kysely<DB>, rifaId: string) {
  return db
    .selectFrom('rifaWinners')
    .select(['id', 'winnerPosition as position', 'winnerNumber as number', 'tag', 'winnerName'])
    .where('rifaId', '=', rifaId)
    .orderBy('winnerPosition')
    .execute();
}
