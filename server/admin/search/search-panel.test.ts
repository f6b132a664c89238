import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer, addOrderRow, addRifa, createOrderTestbed } from '../../orders/orders.testing.ts';
import type { Role } from '@mare/domain/accounts/permissions.ts';
import { searchPanel } from './search-panel.ts';

let bed: Awaited<ReturnType<typeof createOrderTestbed>>;
beforeAll(async () => {
  bed = await createOrderTestbed();
  const { db } = bed;
  const rifaId = await addRifa(db, 100);
  await db.updateTable('rifas').set({ title: 'Caminhão de Açúcar' }).where('id', '=', rifaId).execute();
  const userId = await addBuyer(db);
  await db.updateTable('profiles').set({ name: 'José Açucena' }).where('id', '=', userId).execute();
  await addOrderRow(db, { externalReference: 'pedido-de-acucar-0001', userId, rifaId });
  await db
    .insertInto('supportTickets')
    .values({
      id: randomUUID(),
      userId,
      subject: 'Onde está o meu açúcar?',
      message: 'Olá',
      createdAt: new Date(),
      updatedAt: new Date(),
      slaResponseDue: new Date(),
    })
    .execute();
});
afterAll(() => bed.drop());

const findKinds = async (search: string, role: Role = 'admin') =>
  (await searchPanel(bed.db, search, role)).map(({ kind }) => kind);

test.each([
  ['acuc', ['order', 'person', 'rifa', 'ticket']],
  ['JOSE', ['order', 'person']],
  ['caminhao', ['rifa']],
  ['meu acucar', ['ticket']],
  ['pedido-de-acucar-0001', ['order']],
  ['%', []],
])('finds by %s', async (search, expected) => {
  expect(await findKinds(search)).toEqual(expected);
});

test('omits results that the role may not open', async () => {
  expect(await findKinds('acuc', 'support')).toEqual(['order', 'person', 'ticket']);
  expect(await findKinds('acuc', 'finance')).toEqual(['order', 'person']);
});
