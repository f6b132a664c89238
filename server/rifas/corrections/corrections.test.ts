import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDraws } from '../../draws/checking/check-draws.job.ts';
import { mailDrawNewsJob, notifyDrawNewsJob } from '../../draws/news/deliver-draw-news.job.ts';
import { changeRifaState } from '../management/change-rifa-state.ts';
import { findRifaToManage } from '../management/managed-rifas.queries.ts';
import { createManagedRifasTestbed, type ManagedRifasTestbed } from '../management/managed-rifas.testing.ts';
import { editedPartOf, saveRifa } from '../management/save-rifa.ts';
import { findShownRifa } from '../rifas.queries.ts';
import { findLegalPack } from '../legal/find-legal-pack.ts';
import { integrateBatch } from '../../transparency/tree/integrate-log.ts';
import { decodeEntry } from '@mare/domain/transparency/log/log-entry.ts';
import type { EditedRifa } from '@mare/contract/rifas/managed-rifa.ts';

let bed: ManagedRifasTestbed;
beforeAll(async () => {
  bed = await createManagedRifasTestbed();
});
afterAll(() => bed.close());

async function change(id: string, changes: Partial<EditedRifa>, reason: string | null = null) {
  const rifa = (await findRifaToManage(bed.db, id))!;
  return saveRifa(bed.platform, bed.by, {
    id,
    version: rifa.version,
    rifa: { ...editedPartOf(rifa), ...changes },
    reason,
  });
}

const notificationsOf = async (rifaId: string) => {
  const rows = await bed.db.selectFrom('notifications').select(['title', 'message', 'data']).execute();
  return rows.filter(({ data }) => (data as { rifaId?: string } | null)?.rifaId === rifaId);
};

test('corrects a rifa with sold cotas only with a reason, in public and with a notice', async () => {
  const id = await bed.published({ title: 'Moto Biz' });
  await bed.sell(id, 2);
  await bed.sell(id, 3);
  const swapped = { title: 'Bicicleta usada' };
  expect(await change(id, swapped)).toEqual({ ok: false, code: 'CORRECTION_REASON_REQUIRED' });
  expect(await findRifaToManage(bed.db, id)).toMatchObject({ title: 'Moto Biz' });
  expect((await findLegalPack(bed.db, id))!.corrections).toEqual([]);

  const [prize] = bed.rifaWith().prizes;
  const prizes = [{ ...prize!, description: 'Aro 29' }];
  expect(await change(id, { ...swapped, prizes }, 'O título estava errado.')).toMatchObject({ ok: true });
  const { corrections } = (await findLegalPack(bed.db, id))!;
  expect(corrections).toMatchObject([
    {
      reason: 'O título estava errado.',
      changes: [
        { part: 'title', before: 'Moto Biz', after: 'Bicicleta usada' },
        { part: 'prizes', prize: 'Bicicleta', before: '', after: 'Aro 29' },
      ],
    },
  ]);
  const logged = await bed.db
    .selectFrom('logQueue')
    .select('body')
    .where('subjectId', '=', id)
    .where('kind', '=', 'amended')
    .execute();
  expect(logged.map(({ body }) => decodeEntry(body))).toMatchObject([
    {
      reason: 'O título estava errado.',
      changes: ['Título: “Moto Biz” → “Bicicleta usada”', 'Descrição do prêmio: Bicicleta: nada → “Aro 29”'],
    },
  ]);
  expect((await findRifaToManage(bed.db, id))!.prizes).toEqual(prizes);
  for (let run = 0; run < 2; run++) {
    await notifyDrawNewsJob.handle(bed.platform, { rifaId: id });
    await mailDrawNewsJob.handle(bed.platform, { rifaId: id });
  }
  // A buyer with two orders is notified once.
  expect(await notificationsOf(id)).toMatchObject([{ title: 'A página da rifa foi corrigida' }]);
  await expect(
    bed.db.updateTable('rifaCorrections').set({ reason: 'Outro motivo' }).where('rifaId', '=', id).execute(),
  ).rejects.toMatchObject({ constraint: 'rifa_correction_stays' });
});

test('a rifa with announced corrections passes the daily verification', async () => {
  const id = await bed.published();
  const [prize] = bed.rifaWith().prizes;
  const prizes = [{ ...prize!, description: 'Aro 29' }];
  for (const changes of [{ prizes }, { description: 'Aro 29, 21 marchas', image: '/outra.svg' }])
    expect(await change(id, changes, 'Estava errado.')).toMatchObject({ ok: true });
  await checkDraws(bed.platform);
  expect(await bed.db.selectFrom('drawChecks').select('reasons').where('rifaId', '=', id).execute()).toEqual([
    { reasons: [] },
  ]);
});

test('reports a correction that was changed or deleted in the database', async () => {
  const id = await bed.published({ title: 'Moto Biz' });
  await bed.sell(id, 2);
  expect(await change(id, { title: 'Bicicleta' }, 'O título\nestava errado.')).toMatchObject({ ok: true });
  const deleted = async () => (await findLegalPack(bed.db, id))!.deletedCorrections;
  expect(await deleted()).toEqual([]);
  await integrateBatch(bed.platform);
  expect(await deleted()).toEqual([]);

  const logged = { reason: 'O título estava errado.', changes: ['Título: “Moto Biz” → “Bicicleta”'] };
  // The owner of the database can bypass its triggers.
  await bed.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    const changed = { reason: 'Foi pedido de quem compra.' };
    await trx.updateTable('rifaCorrections').set(changed).where('rifaId', '=', id).execute();
  });
  expect(await deleted()).toMatchObject([logged]);
  await bed.db.deleteFrom('rifaCorrections').where('rifaId', '=', id).execute();
  expect(await deleted()).toMatchObject([logged]);
});

test('marks a shown correction that the log does not have', async () => {
  const id = await bed.published({ title: 'Moto Biz' });
  const marks = async () => (await findLegalPack(bed.db, id))!.corrections.map(({ isLogged }) => isLogged);
  expect(await change(id, { title: 'Bicicleta' }, 'O título estava errado.')).toMatchObject({ ok: true });
  expect(await marks()).toEqual([true]);
  await integrateBatch(bed.platform);
  expect(await marks()).toEqual([true]);
  const changes = JSON.stringify([{ part: 'description', prize: null, before: 'Nova', after: 'Usada' }]);
  await bed.db
    .insertInto('rifaCorrections')
    .values({ rifaId: id, version: 9, reason: 'Anunciado em tempo.', changes, createdAt: bed.clock.now() })
    .execute();
  expect(await marks()).toEqual([false, true]);
});

test('records one of two concurrent corrections', async () => {
  const id = await bed.published();
  const results = await Promise.all([
    change(id, { title: 'Bicicleta azul' }, 'A cor faltava.'),
    change(id, { title: 'Bicicleta verde' }, 'A cor faltava.'),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect((await findLegalPack(bed.db, id))!.corrections).toHaveLength(1);
});

test('rejects corrections after the draw or cancellation, and of cities after the end of sales', async () => {
  const id = await bed.published();
  expect(await change(id, { eligibleCities: ['Pilar'] }, 'Cidade errada.')).toMatchObject({ ok: true });
  const { version } = (await findRifaToManage(bed.db, id))!;
  await changeRifaState(bed.platform, bed.by, { id, version, to: 'closed' });
  const frozen = { ok: false, code: 'RIFA_PUBLISHED' };
  expect(await change(id, { eligibleCities: ['Maceió'] }, 'Cidade errada.')).toEqual(frozen);
  expect(await change(id, { title: 'Bicicleta azul' }, 'A cor faltava.')).toMatchObject({ ok: true });
  await bed.db
    .updateTable('rifas')
    .set({ status: 'cancelled', cancelledAt: bed.clock.now() })
    .where('id', '=', id)
    .execute();
  expect(await change(id, { title: 'Outra' }, 'Sem motivo.')).toEqual(frozen);
});

test('changes further pictures and the video only as a correction', async () => {
  const wheel = { image: '/imagens/roda.jpg', alt: 'Roda' };
  const frame = { image: '/imagens/quadro.jpg', alt: '' };
  const id = await bed.published({ gallery: [wheel, frame] });
  const shown = async () => (await findShownRifa(bed.db, id, bed.clock.now()))!;
  expect(await shown()).toMatchObject({ gallery: [wheel, frame], video: '' });
  const changes = { gallery: [frame, wheel], video: 'https://vimeo.com/76979871' };
  expect(await change(id, changes)).toEqual({ ok: false, code: 'CORRECTION_REASON_REQUIRED' });
  expect(await change(id, changes, 'A ordem estava trocada.')).toMatchObject({ ok: true });
  expect(await shown()).toMatchObject(changes);
  const [correction] = (await findLegalPack(bed.db, id))!.corrections;
  expect(correction!.changes).toEqual([
    {
      part: 'gallery',
      prize: null,
      before: '/imagens/roda.jpg Roda\n/imagens/quadro.jpg',
      after: '/imagens/quadro.jpg\n/imagens/roda.jpg Roda',
    },
    { part: 'video', prize: null, before: '', after: 'https://vimeo.com/76979871' },
  ]);
});

test('sends one notice of a later draw date, with its reason', async () => {
  const id = await bed.published();
  await bed.sell(id, 1);
  expect(await change(id, { drawDate: bed.inDays(10) })).toEqual({
    ok: false,
    code: 'CORRECTION_REASON_REQUIRED',
  });
  expect(await change(id, { drawDate: bed.inDays(10) }, 'A loteria mudou.')).toMatchObject({ ok: true });
  const news = await bed.db.selectFrom('drawNews').select('news').where('rifaId', '=', id).execute();
  expect(news).toMatchObject([{ news: { kind: 'moved', reason: 'A loteria mudou.' } }]);
});
