import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool } from '@mare/database/connection/connect.ts';
import { createCaches } from '../platform/caching/caches.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { readOutage } from './read-outage.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

// @covers beyond: the panel reports that the database accepts no writes, and that no worker runs
//   [server/admin/read-outage.ts, web/app/admin/outage-notice.tsx]
test('reports a database that accepts no writes, until it accepts them again', async () => {
  const url = new URL(bed.url);
  // Applies to this pool only. A full disk rejects the same statement.
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const pool = connectPool({ url: url.href, max: 1 });
  const platform = { ...bed.platform, db: connectKysely(pool), caches: createCaches() };
  const read = () => readOutage(platform);
  expect(await read()).toMatchObject({ rejectsWrites: true });
  await pool.query('set default_transaction_read_only = off');
  expect(await read()).toMatchObject({ rejectsWrites: false });
  await pool.end();
});

test('reports that no worker has checked its schedules for five minutes', async () => {
  const read = () => readOutage(bed.platform);
  const setLastCheck = (ago: string) =>
    bed.pool.query(`update pgboss.version set cron_on = now() - $1::interval`, [ago]);
  await setLastCheck('4 minutes 50 seconds');
  expect(await read()).toMatchObject({ isWorkerDown: false });
  await setLastCheck('5 minutes 10 seconds');
  expect(await read()).toMatchObject({ isWorkerDown: true });
  // A worker has never run.
  await bed.pool.query('update pgboss.version set cron_on = null');
  await bed.pool.query(`update schema_migrations set applied_at = now() - interval '10 minutes'`);
  expect(await read()).toMatchObject({ isWorkerDown: true });
});
