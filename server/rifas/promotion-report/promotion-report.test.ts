import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualEntry } from '@mare/domain/payments/manual-entry.ts';
import { createDrawsTestbed, type DrawsTestbed, freshExtraction } from '../../draws/draws.testing.ts';
import { deliverPrize } from '../../draws/prizes/delivery/deliver-prize.ts';
import { listPrizesToDeliver } from '../../draws/prizes/list-prizes.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { formatPromotionReport } from './format-promotion-report.ts';
import { readPromotionReport } from './read-promotion-report.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const report = async (rifaId: string) => (await readPromotionReport(bed.db, rifaId, bed.clock.now()))!;

test('contains the authorisation, the sales, the draw and the recipient of each prize', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const { userId } = await bed.sell(rifaId, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  await bed.db
    .insertInto('rifaLegal')
    .values({
      rifaId,
      route: 'spa_mf',
      authorisationNumber: '01.000001/2026',
      organiserName: 'Associação Maré',
      organiserCnpj: '11222333000181',
      validFrom: '2026-01-01',
      validUntil: '2030-12-31',
    })
    .execute();
  await bed.db.updateTable('rifas').set({ publishedAt: bed.clock.now() }).where('id', '=', rifaId).execute();
  expect(await report(rifaId)).toMatchObject({
    authorisationNumber: '01.000001/2026',
    totalNumbers: 10,
    soldNumbers: 10,
    paidOrders: 1,
    draw: null,
    prizes: [],
  });
  expect(formatPromotionReport(await report(rifaId)).at(-1)!.rows).toEqual([['Ainda sem ganhadores.']]);

  const extraction = freshExtraction();
  await bed.runDraw(rifaId, extraction);
  const [winner] = await bed.winners(rifaId);
  const profile = await bed.db
    .selectFrom('profiles')
    .select('cpf')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  expect(await report(rifaId)).toMatchObject({
    draw: { extraction, listHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    prizes: [{ position: 1, winner: { cpf: profile.cpf }, state: 'open', deliveredAt: null }],
  });
  await deliverPrize(bed.platform, {
    winnerId: winner!.id,
    userId: bed.admins[0],
    note: 'Em mãos',
    proof: null,
  });
  const tables = formatPromotionReport(await report(rifaId));
  expect(tables.map(({ name }) => name)).toEqual(['Promoção', 'Valores', 'Prêmios']);
  const [promotion, figures, prizes] = tables.map(({ rows }) => rows);
  // A workbook can sum them.
  expect(promotion).toContainEqual(['Cotas vendidas', { count: 10 }]);
  expect(figures).toContainEqual(['Vendas', { centavos: expect.any(Number) as number }]);
  expect(promotion).toContainEqual(['Organização', 'Associação Maré, CNPJ 11.222.333/0001-81']);
  expect(promotion).toContainEqual(['Validade', '01/01/2026 a 31/12/2030']);
  expect(prizes![0]).toContain('Entregue');
  expect(prizes![0]![4]).toMatch(/^\d{3}\.\d{3}\.\d{3}-\d{2}$/);
});

test('names the winner of a prize as the account does, with its CPF', async () => {
  const rifaId = await bed.rifa(10, { prizes: 1 });
  const userId = await bed.buyer();
  await bed.db.updateTable('rifas').set({ publishedAt: bed.clock.now() }).where('id', '=', rifaId).execute();
  const { id: winnerId } = await bed.db
    .insertInto('rifaWinners')
    .values({ rifaId, userId, winnerName: 'Maria Souza', winnerNumber: 1, winnerPosition: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await bed.db.insertInto('prizeClaims').values({ winnerId, claimUntil: bed.drawDate }).execute();
  await bed.db
    .updateTable('profiles')
    .set({ name: 'Maria Aparecida Souza' })
    .where('id', '=', userId)
    .execute();
  const corrected = await report(rifaId);
  expect(corrected.prizes).toMatchObject([{ winner: { name: 'Maria Aparecida Souza' } }]);
  const listed = (await listPrizesToDeliver(bed.platform)).filter((prize) => prize.rifaId === rifaId);
  expect(listed).toMatchObject([{ winnerName: 'Maria Aparecida Souza' }]);
});

test.each(['closedAt', 'cancelledAt'] as const)(
  'says when sales ended before their time (%s)',
  async (column) => {
    const rifaId = await bed.rifa(10);
    const at = (hour: number) => new Date(`2026-11-10T${hour}:00:00Z`);
    await bed.db
      .updateTable('rifas')
      .set({ publishedAt: at(12), opensAt: at(14), [column]: at(17) })
      .where('id', '=', rifaId)
      .execute();
    const [promotion] = formatPromotionReport(await report(rifaId));
    expect(promotion!.rows).toContainEqual(['Vendas', '10/11/2026, 11:00 a 10/11/2026, 14:00']);
  },
);

test('returns no report of a draft', async () => {
  const rifaId = await bed.rifa(10);
  await bed.db
    .updateTable('rifas')
    .set({ status: 'draft', publishedAt: null })
    .where('id', '=', rifaId)
    .execute();
  expect(await readPromotionReport(bed.db, rifaId, bed.clock.now())).toBeNull();
});

test('includes what a rifa cost before it was published', async () => {
  const rifaId = await bed.rifa(10);
  const draftedAt = new Date(bed.clock.now().getTime() - 40 * 86_400_000);
  await bed.db
    .updateTable('rifas')
    .set({ createdAt: draftedAt, publishedAt: bed.clock.now() })
    .where('id', '=', rifaId)
    .execute();
  const fee = manualEntry('7', { debit: 'taxes', credit: 'bank', rifaId, centavos: 5_000 }, null);
  await postToLedger(bed.db, [fee], new Date(draftedAt.getTime() + 86_400_000));
  expect((await report(rifaId)).figures).toMatchObject({ taxes: 5_000 });
});
