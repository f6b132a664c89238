import type { Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB } from '@mare/database/schema.ts';
import { toEntryText } from '@mare/domain/transparency/log/entry-fields.ts';
import { permutationCommitment } from '@mare/domain/transparency/log/permutation-commitment.ts';
import { readInstantPrizesToEdit } from '../../draws/instant/edit-instant-prizes.ts';
import { readContentHash } from '../../draws/proofs/read-content-hash.ts';
import { readDeclaredLines } from '../../draws/proofs/read-declared-lines.ts';
import type { Platform } from '../../platform/platform.ts';
import { recordEntry } from '../../transparency/entries/record-entry.ts';

/** Writes the terms of a rifa into the public log, in the transaction that publishes it. */
export async function recordPublication(
  trx: Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  rifaId: string,
): Promise<void> {
  const rifa = await trx
    .selectFrom('rifas')
    .innerJoin('rifaSecrets as secret', 'secret.rifaId', 'rifas.id')
    .leftJoin('rifaLegal as legal', 'legal.rifaId', 'rifas.id')
    .leftJoin('instantPrizeSeeds as seed', 'seed.rifaId', 'rifas.id')
    .select(['rifas.title', 'rifas.totalNumbers', 'rifas.price', 'rifas.drawRule', 'rifas.drawFallback'])
    .select(['rifas.cotaWinsOnce', 'rifas.drawExtraction', 'rifas.drawDate', 'secret.numberKey'])
    .select(['legal.regulationSha256', 'seed.seedCommitment', 'seed.beaconChain', 'seed.beaconRound'])
    .where('rifas.id', '=', rifaId)
    .executeTakeFirstOrThrow();
  const prizes = await trx
    .selectFrom('rifaPrizes')
    .select(['position', 'name'])
    .where('rifaId', '=', rifaId)
    .orderBy('position')
    .execute();
  await recordEntry(trx, {
    kind: 'published',
    at: clock.now().toISOString(),
    rifaId,
    title: toEntryText(rifa.title),
    totalNumbers: rifa.totalNumbers,
    priceCentavos: centavosFromNumeric(rifa.price),
    rule: rifa.drawRule,
    fallback: rifa.drawFallback,
    cotaWinsOnce: rifa.cotaWinsOnce,
    extraction: rifa.drawExtraction,
    regulationHash: rifa.regulationSha256 || null,
    contentHash: await readContentHash(trx, rifaId),
    permutation: permutationCommitment(rifaId, rifa.numberKey),
    instantSeed: rifa.seedCommitment,
    prizes: prizes.map(({ position, name }) => toEntryText(`${position} ${name}`)),
    drawDate: rifa.drawDate.toISOString(),
    declared: await readDeclaredLines(trx, rifaId),
  });
  const { seedCommitment: seed, beaconChain: chain, beaconRound: round } = rifa;
  if (seed === null || chain === null || round === null) return;
  const hidden = await readInstantPrizesToEdit(trx, rifaId);
  await recordEntry(trx, {
    kind: 'hidden',
    at: clock.now().toISOString(),
    rifaId,
    seed,
    chain,
    round,
    prizes: hidden.map((prize, index) => {
      const before = hidden.slice(0, index).reduce((sum, { count }) => sum + count, 0);
      return toEntryText(`${before + 1}-${before + prize.count} ${prize.name}`);
    }),
    values: hidden.map(({ valueCentavos }) => String(valueCentavos ?? 'nenhum')),
  });
}
