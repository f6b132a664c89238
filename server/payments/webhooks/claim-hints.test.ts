import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectKysely, connectPool, INDEX_LOOKUPS_ONLY } from '@mare/database/connection/connect.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';
import { claimHints } from './process-webhooks.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

test('claims hints by the index of due ones, without reading the whole inbox', async () => {
  const pool = connectPool({ url: bed.url, max: 1, options: INDEX_LOOKUPS_ONLY });
  const sent = recordStatements(pool);
  try {
    await claimHints({ ...bed.context, lookups: connectKysely(pool) }, 1);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${sent.at(-1)!.text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('webhook_inbox_due');
  } finally {
    await pool.end();
  }
});
