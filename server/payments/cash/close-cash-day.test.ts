import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyIn } from '@mare/domain/payments/ledger.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';
import { cashRoutes } from './cash.routes.ts';

const DAY_SECONDS = 86_400;

let bed: PaymentsTestbed;
let admin: string;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  admin = await bed.buyer();
});
afterAll(() => bed.close());

const panel = () =>
  createRouterClient(cashRoutes, { context: testContext(bed.platform, { userId: admin, role: 'admin' }) });
const sell = (amountCentavos: number) =>
  postToLedger(
    bed.db,
    [moneyIn({ provider: 'cash', paymentId: randomUUID(), amountCentavos })],
    bed.clock.now(),
  );

test('opens each day with the counted amount of the previous one', async () => {
  await sell(3000);
  expect(await panel().cash()).toMatchObject({ expectedCentavos: 3000, isTodayClosed: false, closings: [] });
  await panel().closeCash({ countedCentavos: 3000, expectedCentavos: 3000, reason: null });
  expect(await panel().cash()).toMatchObject({
    openingCentavos: 3000,
    movedCentavos: 0,
    isTodayClosed: true,
  });

  // Cash after the closing belongs to the next day.
  await sell(500);
  await expect(
    panel().closeCash({ countedCentavos: 3500, expectedCentavos: 3500, reason: null }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  bed.clock.advance(DAY_SECONDS);
  await sell(1000);
  const counted = { countedCentavos: 4400, expectedCentavos: 4500 };
  await expect(panel().closeCash({ ...counted, reason: null })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  await panel().closeCash({ ...counted, reason: 'troco dado a mais' });
  expect(await panel().cash()).toMatchObject({
    openingCentavos: 4400,
    expectedCentavos: 4400,
    closings: [
      { movedCentavos: 1500, countedCentavos: 4400, reason: 'troco dado a mais' },
      { countedCentavos: 3000 },
    ],
  });
});

test('rejects a count after a newer sale', async () => {
  bed.clock.advance(DAY_SECONDS);
  const { expectedCentavos } = await panel().cash();
  await sell(100);
  await expect(
    panel().closeCash({ countedCentavos: expectedCentavos, expectedCentavos, reason: null }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('closes a day once under concurrent requests', async () => {
  const { expectedCentavos } = await panel().cash();
  const closeDay = () =>
    panel().closeCash({ countedCentavos: expectedCentavos, expectedCentavos, reason: null });
  const closings = await Promise.allSettled([closeDay(), closeDay(), closeDay()]);
  expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('keeps a closed day immutable', async () => {
  await expect(bed.db.updateTable('cashClosings').set({ counted: '0' }).execute()).rejects.toThrow(
    'stays as it is',
  );
  await expect(bed.db.deleteFrom('cashClosings').execute()).rejects.toThrow('stays as it is');
});
