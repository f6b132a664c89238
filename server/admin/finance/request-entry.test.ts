import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManualEntry } from '@mare/domain/payments/manual-entry.ts';
import { createApprovalHandlers } from '../../composition/approval-handlers.ts';
import { approve } from '../../approvals/approvals.ts';
import { executeDueApprovals } from '../../approvals/execute-approvals.ts';
import { createDrawsTestbed, type DrawsTestbed } from '../../draws/draws.testing.ts';
import { isBalanced, readLedger } from '../../ledger/read-ledger.ts';
import { proveLedger } from '../../payments/monitoring/prove-ledger.job.ts';
import { until } from '../../payments/payments.testing.ts';
import { listFinanceEntries, readFinance } from './read-finance.ts';
import { requestEntry } from './request-entry.ts';

let bed: DrawsTestbed;
beforeAll(async () => {
  bed = await createDrawsTestbed();
});
afterAll(() => bed.close());

const YEAR = { from: '2000-01-01', to: '2099-12-31' };
const readYear = () => readFinance(bed.db, YEAR);
const executeApprovals = () => executeDueApprovals(bed.platform, createApprovalHandlers(bed.platform));

const request = (
  entry: ManualEntry,
  { about = null, requestId = randomUUID() }: { about?: string | null; requestId?: string } = {},
) =>
  requestEntry(bed.platform, {
    ...entry,
    about,
    requestId,
    reason: 'Taxa de autorização da rifa',
    userId: bed.admins[0],
  });

async function requestAndApprove(entry: ManualEntry, about: string | null = null): Promise<void> {
  const requested = await request(entry, { about });
  if (!requested.ok) throw new Error(requested.code);
  expect(await approve(bed.platform, { id: requested.id, userId: bed.admins[1] })).toMatchObject({
    ok: true,
  });
  await executeApprovals();
}

test('books an entry with its reason after a second person has approved it', async () => {
  const rifaId = await bed.rifa(100);
  const tax = { debit: 'taxes', credit: 'bank', rifaId, centavos: 5_000 } as const;
  const requestId = randomUUID();
  const requested = await request(tax, { requestId });
  if (!requested.ok) throw new Error(requested.code);
  expect(await request(tax, { requestId })).toEqual({ ok: false, code: 'ALREADY_REQUESTED' });
  await executeApprovals();
  expect((await readYear()).total.taxes).toBe(0);
  expect(await approve(bed.platform, { id: requested.id, userId: bed.admins[0] })).toEqual({
    ok: false,
    code: 'SAME_PERSON',
  });
  await approve(bed.platform, { id: requested.id, userId: bed.admins[1] });
  for (let time = 0; time < 2; time++) await executeApprovals();
  const { total, rifas } = await readYear();
  expect(total).toMatchObject({ taxes: 5_000, result: -5_000 });
  expect(rifas).toMatchObject([{ rifaId, taxes: 5_000, result: -5_000 }]);
  expect((await listFinanceEntries(bed.db, { ...YEAR, kind: 'taxes', rifaId })).entries).toMatchObject([
    { centavos: 5_000, reason: 'Taxa de autorização da rifa' },
  ]);
});

test('never books an entry without an approval', async () => {
  const before = await readYear();
  const requested = await request({ debit: 'fees', credit: 'mp_receivable', rifaId: null, centavos: 900 });
  if (!requested.ok) throw new Error(requested.code);
  bed.clock.advance(25 * 3_600);
  await executeApprovals();
  expect((await readYear()).total).toEqual(before.total);
  const approval = await bed.db
    .selectFrom('approvals')
    .select(['state', 'error'])
    .where('id', '=', requested.id)
    .executeTakeFirst();
  expect(approval).toEqual({ state: 'failed', error: 'NOT_APPROVED' });
});

test('a correction resolves the mismatch of an order, and a bank transfer keeps the ledger balanced', async () => {
  const paid = await bed.order('pix');
  const paymentId = await bed.paymentId(paid.externalReference);
  await bed.transition(paymentId, 'approve');
  await until(async () => (await bed.status(paid.id)) === 'paid');
  const order = await bed.order('pix');
  await bed.db
    .updateTable('orders')
    .set({ status: 'paid', paidAt: bed.clock.now() })
    .where('id', '=', order.id)
    .execute();
  const { rifaId } = await bed.db
    .selectFrom('orders')
    .select('rifaId')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const findMismatches = async () =>
    (await proveLedger(bed.context)).mismatches.filter(({ kind }) => kind !== 'provider');
  expect(await findMismatches()).toMatchObject([{ kind: 'order', subject: order.externalReference }]);
  const sale = { debit: 'cash', credit: 'sales', rifaId, centavos: 1_000 } as const;
  await requestAndApprove(sale, order.externalReference);
  expect(await findMismatches()).toEqual([]);
  expect((await listFinanceEntries(bed.db, { ...YEAR, kind: 'sales', rifaId })).entries).toMatchObject([
    { centavos: 1_000, externalReference: order.externalReference },
  ]);

  await requestAndApprove({ debit: 'bank', credit: 'mp_receivable', rifaId: null, centavos: 300 }, paymentId);
  expect(await findMismatches()).toEqual([]);
  const ledger = await readLedger(bed.db);
  expect(ledger.accounts['bank']).toBe(-4_700);
  expect(isBalanced(ledger)).toBe(true);
});

test('requires an existing order or payment', async () => {
  const fee = { debit: 'fees', credit: 'mp_receivable', rifaId: null, centavos: 1 } as const;
  expect(await request(fee, { about: 'nenhum' })).toEqual({ ok: false, code: 'NOT_FOUND' });
  expect(await request({ ...fee, debit: 'taxes', rifaId: randomUUID() })).toEqual({
    ok: false,
    code: 'NOT_FOUND',
  });
});
