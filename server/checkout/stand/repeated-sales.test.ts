/** Sales of a stand that are sent again after a lost response. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasePerson } from '../../accounts/privacy/erase-person.ts';
import { changeRifaState } from '../../rifas/management/change-rifa-state.ts';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { createStandTestbed, type StandTestbed } from './stand.testing.ts';

let bed: StandTestbed;
beforeAll(async () => {
  bed = await createStandTestbed();
});
afterAll(() => bed.close());

async function addLimitedRifa(maxPerPerson: number): Promise<string> {
  const id = await bed.draft();
  await bed.db.updateTable('rifas').set({ maxPerPerson }).where('id', '=', id).execute();
  const opened = await changeRifaState(bed.platform, bed.by, { id, version: 1, to: 'active' });
  if (!opened.ok) throw new Error(opened.code);
  return id;
}

const demote = (userId: string) =>
  bed.db.updateTable('profiles').set({ role: 'buyer' }).where('id', '=', userId).execute();
const findRejections = (saleId: string) =>
  bed.db
    .selectFrom('activityLogs')
    .select('action')
    .where('occasion', '=', `stand-rejected:${saleId}`)
    .execute();

test('keeps a rejected sale rejected when it could be accepted later', async () => {
  const rifaId = await addLimitedRifa(3);
  const stand = await bed.openStand(rifaId, 6);
  const [a, b, c, d] = stand.numbers as [number, number, number, number];
  const phone = '82 99922-3344';
  const [first, second] = [bed.newSale([a, b], { phone }), bed.newSale([c, d], { phone })];
  expect((await stand.send(first)).results).toMatchObject([{ outcome: 'sold' }]);
  const { results } = await stand.send(second);
  expect(results).toMatchObject([{ outcome: 'rejected', code: 'PURCHASE_LIMIT_EXCEEDED' }]);
  // As after a refund.
  await bed.db.updateTable('rifaShares').set({ cotas: 0 }).where('rifaId', '=', rifaId).execute();
  expect((await stand.send(second)).results).toEqual(results);
  expect(await findRejections(second.id)).toHaveLength(1);
  expect(await checkNumberCounts(bed.db, rifaId)).toMatchObject({ sold: 2 });
});

test('reports a sale that reaches the limit as sold to all concurrent sends', async () => {
  const rifaId = await addLimitedRifa(2);
  const stand = await bed.openStand(rifaId, 10);
  for (let run = 0; run < 5; run++) {
    const sale = bed.newSale(stand.numbers.slice(run * 2, run * 2 + 2));
    const sent = await Promise.all(Array.from({ length: 6 }, () => stand.send(sale)));
    expect(new Set(sent.map(({ results }) => results[0]!.outcome))).toEqual(new Set(['sold']));
    expect(await findRejections(sale.id)).toEqual([]);
  }
});

test('keeps a registered sale sold after its seller lost the role, and records later ones', async () => {
  const rifaId = await bed.published();
  const stand = await bed.openStand(rifaId, 4);
  const admin = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', admin).execute();
  const [sold, late] = [bed.newSale([stand.numbers[0]!]), bed.newSale([stand.numbers[1]!])];
  const { results } = await stand.send(sold);
  await demote(stand.seller.userId);
  expect((await stand.send(sold)).results).toEqual(results);
  expect((await stand.send(late)).results).toMatchObject([{ code: 'SELLER_MAY_NOT_SELL' }]);
  expect(await findRejections(late.id)).toHaveLength(1);
  const notifications = await bed.db
    .selectFrom('notifications')
    .select('message')
    .where('userId', '=', admin)
    .where('title', '=', 'Uma venda do balcão não entrou')
    .execute();
  expect(notifications).toHaveLength(1);
  expect(notifications[0]!.message).toContain('Zé da Feira');
});

test('the name and phone of a rejected sale leave its notice with the account of the phone', async () => {
  const stand = await bed.openStand(await addLimitedRifa(1), 4);
  const [userId, phone] = [await addBuyer(bed.db), '82912345678'];
  await bed.db.updateTable('profiles').set({ phone }).where('id', '=', userId).execute();
  const [own, other] = [
    bed.newSale(stand.numbers.slice(0, 2), { phone: '+55 (82) 91234-5678', name: 'Zé, recebe R$ 5' }),
    bed.newSale(stand.numbers.slice(2)),
  ];
  await stand.send(own, other);
  const readNotice = (sale: { id: string }) =>
    bed.db
      .selectFrom('notifications')
      .select('message')
      .where('occasion', '=', `stand-rejected:${sale.id}`)
      .executeTakeFirstOrThrow();
  const before = await readNotice(other);
  const [withoutPhone, erased] = [await addBuyer(bed.db), userId];
  await bed.db.updateTable('profiles').set({ phone: null }).where('id', '=', withoutPhone).execute();
  for (const id of [withoutPhone, erased])
    await bed.db.transaction().execute((trx) => erasePerson(trx, { userId: id, email: null }));
  expect((await readNotice(own)).message).toMatch(
    /^Uma pessoa recebe R\$\s4,00 de volta: 2 cotas de “Bicicleta”\.$/,
  );
  expect(await readNotice(other)).toEqual(before);
});
