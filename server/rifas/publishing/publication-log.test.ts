import { afterAll, beforeAll, expect, test } from 'vitest';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import { permutationCommitment } from '@mare/domain/transparency/log/permutation-commitment.ts';
import { readContentHash } from '../../draws/proofs/read-content-hash.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { findRifaToManage } from '../management/managed-rifas.queries.ts';
import { createManagedRifasTestbed, type ManagedRifasTestbed } from '../management/managed-rifas.testing.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

async function entriesAbout(rifaId: string) {
  const rows = await bed.db
    .selectFrom('logQueue')
    .select('body')
    .where('subjectId', '=', rifaId)
    .orderBy('id')
    .execute();
  return rows.map(({ body }) => decodeEntry(body));
}

test('logs the terms of a rifa when it is published, and commits to the order of its numbers', async () => {
  const id = await bed.published();
  const { numberKey } = await bed.db
    .selectFrom('rifaSecrets')
    .select('numberKey')
    .where('rifaId', '=', id)
    .executeTakeFirstOrThrow();
  const { regulationSha256 } = await bed.db
    .selectFrom('rifaLegal')
    .select('regulationSha256')
    .where('rifaId', '=', id)
    .executeTakeFirstOrThrow();
  expect(await entriesAbout(id)).toMatchObject([
    {
      kind: 'published',
      title: 'Bicicleta',
      totalNumbers: 100,
      regulationHash: regulationSha256,
      contentHash: await readContentHash(bed.db, id),
      permutation: permutationCommitment(id, numberKey),
      drawDate: (await findRifaToManage(bed.db, id))!.drawDate,
      declared: ['vendas até 60 minutos antes da extração'],
    },
  ]);
});

test('logs why a published rifa is cancelled, and logs nothing for a draft', async () => {
  const [id, draft] = [await bed.published(), await bed.draft()];
  const { version } = (await findRifaToManage(bed.db, id))!;
  const note = 'O prêmio foi roubado.';
  await changeRifaState(bed.platform, bed.by, { id, version, to: 'cancelled', note });
  await changeRifaState(bed.platform, bed.by, { id: draft, version: 1, to: 'cancelled', note });
  expect(await entriesAbout(id)).toMatchObject([{ kind: 'published' }, { kind: 'cancelled', reason: note }]);
  expect(await entriesAbout(draft)).toEqual([]);
});
