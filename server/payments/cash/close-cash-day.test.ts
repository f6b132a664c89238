import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moneyIn } from '@mare/domain/payments/ledger.ts';
import { dateInMaceio, midnightInMaceio } from '@mare/domain/time/maceio-time.ts';
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
  moveClockToTomorrow(12);
});
afterAll(() => bed.close());

const panel = () =>
  createRouterClient(cashRoutes, { context: testContext(bed.platform, { userId: admin, role: 'admin' }) });
function moveClockToTomorrow(hours: number): void {
  const sinceMidnight = bed.clock.now().getTime() - midnightInMaceio(bed.clock.now()).getTime();
  bed.clock.advance(DAY_SECONDS + hours * 3600 - sinceMidnight / 1000);
}
const today = () => dateInMaceio(bed.clock.now());
const sell = (amountCentavos: number) =>
  postToLedger(
    bed.db,
    [moneyIn({ provider: 'cash', paymentId: randomUUID(), amountCentavos })],
    bed.clock.now(),
  );

test('opens each day with the counted amount of the previous one', async () => {
  await sell(3000);
  expect(await panel().cash()).toMatchObject({
    expectedCentavos: 3000,
    closableDays: [today()],
    closings: [],
  });
  await panel().closeCash({ day: today(), countedCentavos: 3000, expectedCentavos: 3000, reason: null });
  expect(await panel().cash()).toMatchObject({
    openingCentavos: 3000,
    movedCentavos: 0,
    closableDays: [],
  });

  // Cash after the closing belongs to the next day.
  await sell(500);
  await expect(
    panel().closeCash({ day: today(), countedCentavos: 3500, expectedCentavos: 3500, reason: null }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  bed.clock.advance(DAY_SECONDS);
  await sell(1000);
  const counted = { countedCentavos: 4400, expectedCentavos: 4500 };
  await expect(panel().closeCash({ day: today(), ...counted, reason: null })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });
  await panel().closeCash({ day: today(), ...counted, reason: 'troco dado a mais' });
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
    panel().closeCash({ day: today(), countedCentavos: expectedCentavos, expectedCentavos, reason: null }),
  ).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
});

test('closes a day once under concurrent requests', async () => {
  const { expectedCentavos } = await panel().cash();
  const closeDay = () =>
    panel().closeCash({ day: today(), countedCentavos: expectedCentavos, expectedCentavos, reason: null });
  const closings = await Promise.allSettled([closeDay(), closeDay(), closeDay()]);
  expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('closes yesterday after midnight, and today in the evening', async () => {
  moveClockToTomorrow(23.5);
  const evening = today();
  await sell(700);
  moveClockToTomorrow(0.25);
  const nextDay = today();
  const { closableDays, expectedCentavos } = await panel().cash();
  expect(closableDays).toEqual([evening, nextDay]);
  const counted = { countedCentavos: expectedCentavos, expectedCentavos, reason: null };
  await panel().closeCash({ day: evening, ...counted });
  await expect(panel().closeCash({ day: evening, ...counted })).rejects.toMatchObject({
    code: 'VERSION_CONFLICT',
  });

  bed.clock.advance(15 * 3600);
  await sell(300);
  bed.clock.advance(7 * 3600);
  const now = expectedCentavos + 300;
  await panel().closeCash({ day: nextDay, countedCentavos: now, expectedCentavos: now, reason: null });
  const { closings } = await panel().cash();
  expect(closings.slice(0, 2)).toMatchObject([
    { day: nextDay, movedCentavos: 300 },
    { day: evening, countedCentavos: expectedCentavos },
  ]);
});

test('keeps a closed day immutable', async () => {
  await expect(bed.db.updateTable('cashClosings').set({ counted: '0' }).execute()).rejects.toThrow(
    'stays as it is',
  );
  await expect(bed.db.deleteFrom('cashClosings').execute()).rejects.toThrow('stays as it is');
});
