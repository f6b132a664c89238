import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBuyer, addRifa } from '../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { cartRoutes } from './cart.routes.ts';

let testbed: PaymentsTestbed;
let rifaId: string;
beforeAll(async () => {
  testbed = await createPaymentsTestbed();
  rifaId = await addRifa(testbed.db, 100);
});
afterAll(() => testbed.close());

function clientOf(userId: string | null) {
  return createRouterClient(cartRoutes, {
    context: testContext(testbed.platform, userId ? { userId } : null),
  });
}

const newSession = () => `anon_${randomUUID().replaceAll('-', '')}`;

const newItem = (more: object = {}) => ({
  id: randomUUID(),
  rifaId,
  quantity: 2,
  tier: null,
  selectedNumbers: [3, 7],
  addedAt: new Date().toISOString(),
  rifaTitle: 'Moto',
  rifaPriceCentavos: 200,
  rifaImage: '',
  totalNumbers: 100,
  ...more,
});

const findItemIds = async (sessionId: string) =>
  (
    await testbed.db
      .selectFrom('anonymousCartItems')
      .select('id')
      .where('sessionId', '=', sessionId)
      .execute()
  ).map(({ id }) => id);

// @covers storefront 7: migrate_anonymous_cart_to_user(p_session_id, p_user_id) [server/cart/migrate-cart.ts]
test('migrates a visitor’s cart to the account once from concurrent tabs', async () => {
  const [sessionId, buyer] = [newSession(), await addBuyer(testbed.db)];
  await clientOf(null).sync({ sessionId, items: [newItem(), newItem()] });
  const results = await Promise.all([1, 2].map(() => clientOf(buyer).migrate({ sessionId })));
  expect(results).toContainEqual({ migratedItems: 2, message: 'Carrinho migrado com sucesso' });
  expect(results).toContainEqual({ migratedItems: 0, message: 'Carrinho já migrado' });
});

test('rejects migration by a visitor or of a cart that belongs to another buyer', async () => {
  const [sessionId, owner, stranger] = [newSession(), await addBuyer(testbed.db), await addBuyer(testbed.db)];
  await clientOf(null).sync({ sessionId, items: [newItem()] });
  await expect(clientOf(null).migrate({ sessionId })).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
  await clientOf(owner).migrate({ sessionId });
  expect(await clientOf(stranger).migrate({ sessionId })).toMatchObject({ migratedItems: 0 });
});

test('rejects changes to a migrated or expired session', async () => {
  const [migrated, expired, buyer] = [newSession(), newSession(), await addBuyer(testbed.db)];
  const migratedItem = newItem();
  await clientOf(null).sync({ sessionId: migrated, items: [migratedItem] });
  await clientOf(buyer).migrate({ sessionId: migrated });
  const expiredItem = newItem();
  await clientOf(null).sync({ sessionId: expired, items: [expiredItem] });
  await testbed.db
    .updateTable('anonymousCartSessions')
    .set({ expiresAt: new Date(0) })
    .where('sessionId', '=', expired)
    .execute();
  for (const sessionId of [migrated, expired])
    for (const caller of [null, buyer])
      await expect(clientOf(caller).sync({ sessionId, items: [] })).rejects.toMatchObject({
        code: 'CART_CLOSED',
      });
  expect((await clientOf(buyer).mine()).items.map(({ id }) => id)).toEqual([migratedItem.id]);
  expect(await findItemIds(expired)).toEqual([expiredItem.id]);
});

test('allows only the owner to change the session of a signed-in buyer', async () => {
  const [sessionId, owner, stranger] = [newSession(), await addBuyer(testbed.db), await addBuyer(testbed.db)];
  await clientOf(owner).sync({ sessionId, items: [newItem()] });
  for (const caller of [null, stranger])
    await expect(clientOf(caller).sync({ sessionId, items: [] })).rejects.toMatchObject({
      code: 'CART_CLOSED',
    });
  expect(await clientOf(owner).sync({ sessionId, items: [newItem(), newItem()] })).toEqual({
    saved: 2,
    version: 2,
  });
});

test.each(['a\0b', 'a\uD800b'])('rejects text that the database cannot store: %j', async (rifaTitle) => {
  await expect(
    clientOf(null).sync({ sessionId: newSession(), items: [newItem({ rifaTitle })] }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

describe('the cart of a person', () => {
  const readNumbers = async (userId: string) =>
    (await clientOf(userId).mine()).items.map(({ selectedNumbers }) => selectedNumbers);

  test('is the same on every device', async () => {
    const buyer = await addBuyer(testbed.db);
    const [first, second] = [await clientOf(buyer).mine(), await clientOf(buyer).mine()];
    expect(second).toEqual(first);
    const line = newItem({ tier: 'tier1', bonusQuantity: 1, selectedNumbers: [1, 2, 3], chosen: true });
    await clientOf(buyer).sync({ sessionId: first.sessionId, version: first.version, items: [line] });
    const { items } = await clientOf(buyer).mine();
    expect(items).toMatchObject([
      { id: line.id, quantity: 2, tier: 'tier1', bonusQuantity: 1, chosen: true, maxPerOrder: 1000 },
    ]);
  });

  test('is created once by concurrent devices', async () => {
    const buyer = await addBuyer(testbed.db);
    const carts = await Promise.all(Array.from({ length: 6 }, () => clientOf(buyer).mine()));
    expect(new Set(carts.map(({ sessionId }) => sessionId)).size).toBe(1);
  });

  test('merges the carts of two visitors who sign in, line by line', async () => {
    const buyer = await addBuyer(testbed.db);
    await Promise.all(
      [
        [3, 7],
        [7, 9],
      ].map((selectedNumbers) =>
        clientOf(buyer).migrate({ sessionId: newSession(), items: [newItem({ selectedNumbers })] }),
      ),
    );
    const { items } = await clientOf(buyer).mine();
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({ quantity: 4, selectedNumbers: [3, 7, 9] });
  });

  test('merges the lines of a browser whose cart belongs to another account', async () => {
    const [owner, buyer] = [await addBuyer(testbed.db), await addBuyer(testbed.db)];
    const [sessionId, line] = [newSession(), newItem({ selectedNumbers: [8] })];
    await clientOf(owner).migrate({ sessionId, items: [line] });
    await clientOf(buyer).migrate({ sessionId, items: [line] });
    expect(await readNumbers(buyer)).toEqual([[8]]);
    expect(await readNumbers(owner)).toEqual([[8]]);
  });

  test('reports the lines that a merge reduced', async () => {
    const buyer = await addBuyer(testbed.db);
    const largeItem = newItem({ quantity: 900, selectedNumbers: [] });
    await clientOf(buyer).migrate({ sessionId: newSession(), items: [largeItem] });
    const { message } = await clientOf(buyer).migrate({
      sessionId: newSession(),
      items: [newItem({ quantity: 900, selectedNumbers: [] })],
    });
    expect(message).toMatch(
      /^Carrinho migrado com sucesso\. Em “.+” ficaram 1000 cotas, o máximo por pedido$/,
    );
  });

  // @covers storefront 4: cart copied to the server while online
  test('rejects a change based on an outdated version', async () => {
    const buyer = await addBuyer(testbed.db);
    const { sessionId, version } = await clientOf(buyer).mine();
    const items = [newItem({ selectedNumbers: [5] })];
    await clientOf(buyer).sync({ sessionId, version, items });
    await expect(clientOf(buyer).sync({ sessionId, version, items: [] })).rejects.toMatchObject({
      code: 'VERSION_CONFLICT',
    });
    expect(await readNumbers(buyer)).toEqual([[5]]);
  });

  test('rejects an unknown version', async () => {
    const buyer = await addBuyer(testbed.db);
    const { sessionId } = await clientOf(buyer).mine();
    for (const version of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      await expect(clientOf(buyer).sync({ sessionId, version, items: [] })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
      });
  });

  test('is readable and writable by its owner only', async () => {
    const [owner, stranger] = [await addBuyer(testbed.db), await addBuyer(testbed.db)];
    const { sessionId, version } = await clientOf(owner).mine();
    for (const caller of [null, stranger])
      await expect(clientOf(caller).sync({ sessionId, version, items: [] })).rejects.toMatchObject({
        code: 'CART_CLOSED',
      });
    await expect(clientOf(null).mine()).rejects.toMatchObject({ code: 'NOT_AUTHENTICATED' });
    expect((await clientOf(stranger).mine()).sessionId).not.toBe(sessionId);
  });

  test('ignores a second cart of the same person', async () => {
    const buyer = await addBuyer(testbed.db);
    await clientOf(buyer).mine();
    await expect(clientOf(buyer).sync({ sessionId: newSession(), items: [newItem()] })).rejects.toMatchObject(
      {
        code: 'CART_CLOSED',
      },
    );
  });
});
