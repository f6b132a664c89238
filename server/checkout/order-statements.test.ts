/** Counts the queries of an order without the batch writers. Unlike times, the count does not depend on the machine. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordStatements, type SentStatement } from '@mare/database/testing/statements.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { createTestRouter, type TestRouter } from '../composition/router.testing.ts';

/** Rifas, repeated request, person, limits and buyer's details. */
const MAX_STATEMENTS = 5;
const BUYERS = 40;

let bed: PaymentsTestbed;
let router: TestRouter;
let rifaId: string;
let sent: SentStatement[];
beforeAll(async () => {
  bed = await createPaymentsTestbed({ maxConnections: 40 });
  router = createTestRouter(bed);
  rifaId = await bed.rifa(1000);
  sent = recordStatements(bed.pool);
});
afterAll(() => bed.close());

interface Buyer {
  userId: string;
  email: string;
  cpf: string;
}

/** A buyer whose CPF an earlier order confirmed. */
async function addKnownBuyer(): Promise<Buyer> {
  const userId = await bed.buyer();
  const email = `${userId}@exemplo.com.br`;
  const { cpf } = await bed.db
    .updateTable('profiles')
    .set({ email })
    .where('id', '=', userId)
    .returning('cpf')
    .executeTakeFirstOrThrow();
  const buyer = { userId, email, cpf: cpf! };
  await order(buyer);
  return buyer;
}

function order({ userId, email, cpf }: Buyer) {
  const client = createRouterClient(router, { context: testContext(bed.platform, { userId }) });
  return client.checkout.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: [{ title: 'Moto', quantity: 2, price: 2, selected_numbers: [], rifaId }],
      customerInfo: { name: 'Ana Beatriz Souza', email, cpf },
      rifaId,
    },
  });
}

/** The sandbox provider stores its payments in the same database. */
const takeStatements = () => sent.splice(0).filter(({ text }) => !text.includes('sandbox.'));

test('takes five statements for an order of a known buyer, without the batch writers', async () => {
  const buyer = await addKnownBuyer();
  takeStatements();
  await order(buyer);
  const statements = takeStatements();
  expect(statements.filter(({ name }) => name === null)).toEqual([]);
  expect(statements.slice(MAX_STATEMENTS)).toEqual([]);
});

test('shares statements between concurrent orders', async () => {
  const buyers = await Promise.all(Array.from({ length: BUYERS }, addKnownBuyer));
  takeStatements();
  await Promise.all(buyers.map(order));
  expect(takeStatements().length).toBeLessThanOrEqual(BUYERS);
});
