import { randomUUID } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addBuyer, checkNumberCounts } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createCheckoutRoutes } from '../checkout.routes.ts';

let testbed: PaymentsTestbed;
let routes: ReturnType<typeof createCheckoutRoutes>;

beforeAll(async () => {
  testbed = await createPaymentsTestbed();
  routes = createCheckoutRoutes({ orderBatchWriter: testbed.orderBatchWriter, payments: testbed.payments });
});
afterAll(() => testbed.close());

const eligible = { city: 'Maceió', state: 'AL', birthDate: '1992-11-04' };
const ineligible = { city: 'Recife', state: 'PE', birthDate: '1995-06-19' };

function order(userId: string, rifaIds: string[], residence: object = {}) {
  const client = createRouterClient(routes, { context: testContext(testbed.platform, { userId }) });
  return client.startPayment({
    headers: { 'idempotency-key': randomUUID() },
    body: {
      items: rifaIds.map((rifaId) => ({
        title: 'Moto',
        quantity: 2,
        price: 2,
        selected_numbers: [],
        rifaId,
      })),
      customerInfo: { name: 'Ana Souza', email: 'ana@exemplo.com.br', ...residence },
    },
  });
}

async function rejectionOf(attempt: Promise<unknown>): Promise<unknown> {
  const outcome = await attempt.then(
    () => null,
    (error: unknown) => error,
  );
  if (!(outcome instanceof ORPCError)) throw new Error('expected a rejection');
  return { code: outcome.code as string, ...(outcome.data as object) };
}

async function readProfile(userId: string) {
  const { rows } = await testbed.pool.query<{
    city: string | null;
    state: string | null;
    born: string | null;
  }>('select city, state, birth_date::text as born from profiles where id = $1', [userId]);
  return rows[0]!;
}

describe('an ineligible buyer', () => {
  // @covers community 4: participation only while the rifa is active
  //   [server/checkout/validation/check-eligibility.ts]
  // @covers community 5: the twelve cities; a failed check means not eligible; asked again when the order is made
  test.each([
    ['lives elsewhere', ineligible, 'other_city'],
    ['lives in a city of the same name', { ...eligible, city: 'Pilar', state: 'PB' }, 'other_city'],
    ['has not stated the state', { ...eligible, city: 'Pilar', state: undefined }, 'city_unknown'],
    ['has not stated a city', { birthDate: '1992-11-04' }, 'city_unknown'],
    ['has not stated a birth date', { city: 'Maceió', state: 'AL' }, 'birth_date_unknown'],
    ['is under age', { ...eligible, birthDate: '2015-01-01' }, 'under_age'],
    ['has an empty profile', {}, 'city_unknown'],
  ])('who %s is rejected without a reservation', async (_name, profile, reason) => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, profile);
    expect(await rejectionOf(order(buyer, [rifaId]))).toMatchObject({
      code: 'NOT_ELIGIBLE',
      reason,
      rifaId,
      title: 'Moto',
      eligibleCities: expect.arrayContaining(['Maceió', 'Paripueira']) as string[],
    });
    expect(await checkNumberCounts(testbed.db, rifaId)).toMatchObject({ reserved: 0, sold: 0 });
  });

  test('is rejected for the whole cart if one rifa is not open to them', async () => {
    const [localRifa, distantRifa] = [await testbed.rifa(), await testbed.rifa()];
    await testbed.db
      .updateTable('rifas')
      .set({ eligibleCities: ['Recife'], eligibleState: 'PE' })
      .where('id', '=', distantRifa)
      .execute();
    const rejected = await rejectionOf(order(await addBuyer(testbed.db, eligible), [localRifa, distantRifa]));
    expect(rejected).toMatchObject({ code: 'NOT_ELIGIBLE', rifaId: distantRifa, eligibleCities: ['Recife'] });
    expect(await checkNumberCounts(testbed.db, localRifa)).toMatchObject({ reserved: 0 });
    await order(await addBuyer(testbed.db, ineligible), [distantRifa]);
  });
});

describe('a residence stated with the order', () => {
  test('is saved in the profile and not needed for the next order', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, {});
    await order(buyer, [rifaId], { ...eligible, city: ' Maceió ' });
    expect(await readProfile(buyer)).toEqual({ city: 'Maceió', state: 'AL', born: '1992-11-04' });
    await order(buyer, [rifaId]);
  });

  test('is not saved for a rejected buyer', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, {});
    expect(await rejectionOf(order(buyer, [rifaId], ineligible))).toMatchObject({ reason: 'other_city' });
    expect(await readProfile(buyer)).toEqual({ city: null, state: null, born: null });
    await order(buyer, [rifaId], eligible);
  });

  test('does not override the profile', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, { city: 'Recife', state: 'PE' });
    expect(await rejectionOf(order(buyer, [rifaId], eligible))).toMatchObject({ reason: 'other_city' });
    const minor = await addBuyer(testbed.db, { ...eligible, birthDate: '2015-01-01' });
    expect(await rejectionOf(order(minor, [rifaId], eligible))).toMatchObject({ reason: 'under_age' });
  });

  test('may be corrected after a rejection for age', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, {});
    expect(await rejectionOf(order(buyer, [rifaId], { ...eligible, birthDate: '2015-01-01' }))).toMatchObject(
      {
        code: 'NOT_ELIGIBLE',
        reason: 'under_age',
      },
    );
    expect(await readProfile(buyer)).toEqual({ city: null, state: null, born: null });
    await order(buyer, [rifaId], eligible);
  });

  test('adds a missing birth date and keeps the known city', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, { city: 'Satuba', state: 'AL' });
    await order(buyer, [rifaId], eligible);
    expect(await readProfile(buyer)).toEqual({ city: 'Satuba', state: 'AL', born: '1992-11-04' });
  });

  test('adds the missing state of a known city', async () => {
    const rifaId = await testbed.rifa();
    const buyer = await addBuyer(testbed.db, { city: 'Pilar', birthDate: eligible.birthDate });
    await order(buyer, [rifaId], { city: 'Pilar', state: 'AL' });
    expect(await readProfile(buyer)).toMatchObject({ city: 'Pilar', state: 'AL' });
  });

  test.each([
    [{ birthDate: '1850-01-01' }, 'birthDate'],
    [{ birthDate: '2999-01-01' }, 'birthDate'],
    [{ city: 'Maceió' }, 'city'],
    [{ state: 'AL' }, 'city'],
  ])('is rejected if invalid: %j', async (residence, field) => {
    const buyer = await addBuyer(testbed.db, {});
    expect(await rejectionOf(order(buyer, [await testbed.rifa()], residence))).toMatchObject({
      code: 'INVALID_CUSTOMER',
      field,
    });
  });

  test('is not stored with the order', async () => {
    const buyer = await addBuyer(testbed.db, {});
    const { order_id: id } = await order(buyer, [await testbed.rifa()], eligible);
    const { customer } = await testbed.db
      .selectFrom('orders')
      .select('customer')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(customer).toMatchObject({ name: 'Ana Souza', email: 'ana@exemplo.com.br' });
    for (const field of ['city', 'state', 'birthDate']) expect(customer).not.toHaveProperty(field);
  });
});
