import { connectKysely, connectPool, INDEX_LOOKUPS_ONLY } from '@mare/database/connection/connect.ts';
import { recordStatements } from '@mare/database/testing/statements.testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments.testing.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { findAppliedDispositions } from './stored-payments.queries.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

async function addApprovedOrder() {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  await bed.transition(paymentId, 'approve');
  return bed.read(paymentId);
}

test('returns one result per snapshot', async () => {
  const [applied, unread, withoutFee] = [
    await addApprovedOrder(),
    await addApprovedOrder(),
    await addApprovedOrder(),
  ];
  await applySnapshot(bed.context, applied, 'webhook');
  await applySnapshot(bed.context, { ...withoutFee, feeCentavos: 0 }, 'webhook');
  const reports = [
    unread,
    applied,
    { ...applied, rawDetail: 'other' },
    { ...applied, refundedCentavos: 1 },
    { ...applied, endToEndId: null },
    { ...withoutFee, feeCentavos: 0 },
    { ...withoutFee, feeCentavos: 7 },
    applied,
  ];
  const expected = [null, 'settles', null, null, 'settles', 'settles', null, 'settles'];
  expect(await findAppliedDispositions(bed.context.lookups, reports)).toEqual(expected);
  for (const [at, report] of reports.entries())
    expect(await findAppliedDispositions(bed.context.lookups, [report])).toEqual([expected[at]]);
});

test('looks up payments by index', async () => {
  const pool = connectPool({ url: bed.url, max: 1, options: INDEX_LOOKUPS_ONLY });
  try {
    const sent = recordStatements(pool);
    await findAppliedDispositions(connectKysely(pool), [await addApprovedOrder()]);
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${sent.at(-1)!.text}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).not.toMatch(/Seq Scan|hashed/);
    expect(plan).toMatch(/ledger_entries_txn_key_account_key/);
  } finally {
    await pool.end();
  }
});
