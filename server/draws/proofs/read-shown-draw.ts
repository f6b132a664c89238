import type { Kysely } from 'kysely';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { type ShownDraw, shownInstantPrizes } from '@mare/domain/draws/verifying/shown-draw.ts';
import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { readInstantPrizes } from '../instant/read-instant-prizes.ts';
import { readContentHash } from './read-content-hash.ts';
import { readDeclaredLines } from './read-declared-lines.ts';

/** What the pages show besides the record, from the tables that they read. */
export async function readShownDraw(db: Kysely<DB>, audit: Omit<DrawAudit, 'record'>): Promise<ShownDraw> {
  const { rifa, rule, list, seals, draws, clauseSteps } = audit;
  const instant = await readInstantPrizes(db, rifa.id);
  const { price, regulation } = await db
    .selectFrom('rifas')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'rifas.id')
    .select(['rifas.price', 'legal.regulation'])
    .where('rifas.id', '=', rifa.id)
    .executeTakeFirstOrThrow();
  return {
    title: rifa.title,
    priceCentavos: centavosFromNumeric(price),
    totalNumbers: rifa.totalNumbers,
    regulationHash: regulation ? sha256Hex(regulation) : null,
    contentHash: await readContentHash(db, rifa.id),
    declared: await readDeclaredLines(db, rifa.id),
    rule,
    list: list && {
      soldNumbers: list.soldNumbers,
      excludedNumbers: list.excludedNumbers,
      hash: list.hash,
      root: list.root,
      frozenAt: list.frozenAt,
    },
    seals: seals.map(({ version, hash, extraction, extractionDate, sealedAt }) => ({
      version,
      hash,
      extraction,
      extractionDate,
      sealedAt,
    })),
    draws: draws.map(({ version, outcome: { winners }, drawnAt }) => ({
      version,
      winners: winners.map(({ position, number }) => ({ position, number })),
      drawnAt,
    })),
    results: (draws.at(-1)?.results ?? []).map(({ extraction, source, confirmedAt }) => ({
      extraction,
      source,
      confirmedAt,
    })),
    steps: (draws.at(-1)?.outcome.steps ?? []).map((step) => ({
      position: step.position,
      number: 'number' in step ? step.number : null,
      verdict: step.verdict,
    })),
    clauseSteps,
    instantPrizes: instant && shownInstantPrizes(instant),
  };
}
