import { afterAll, beforeAll, expect, test } from 'vitest';
import { addBuyer } from '../../orders/orders.testing.ts';
import { applySnapshot } from '../settlement/apply-snapshot.ts';
import { closeOrder } from '../attempts/ending/close-order.ts';
import { createPaymentsTestbed, type PaymentsTestbed, sendRefunds } from '../payments.testing.ts';
import { requestRefund } from '../refunds/request-refund.ts';
import { checkLedger } from './check-ledger.job.ts';
import { findTransaction } from '../../ledger/find-transaction.ts';
import { readLedger } from '../../ledger/read-ledger.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.webhooks(false);
});
afterAll(() => bed.close());

async function addApprovedPayment(to: 'approve' | 'late' = 'approve') {
  const order = await bed.order('pix');
  const paymentId = await bed.paymentId(order.externalReference);
  if (to === 'late') {
    await closeOrder(bed.context, order.id);
    await bed.db.updateTable('rifas').set({ status: 'closed' }).where('id', '=', order.rifaId).execute();
    await bed.control('POST', `/payments/${paymentId}/approve_after_expiry`);
  } else await bed.transition(paymentId, to);
  return {
    order,
    paymentId,
    read: async () => applySnapshot(bed.context, await bed.read(paymentId), 'check'),
  };
}

const adminNotifications = () =>
  bed.db.selectFrom('notifications').select(['userId', 'type', 'title', 'message']).execute();

test('balances the ledger after every step of a payment', async () => {
  const balances = async (accounts: object) => {
    const report = await readLedger(bed.db);
    expect(report).toMatchObject({ unbalanced: [], strayCentavos: 0, differenceCentavos: 0, accounts });
    await checkLedger(bed.platform);
  };
  await balances({});
  const settled = await addApprovedPayment();
  await settled.read();
  await balances({ customer_funds: 0, sales: -1000 });

  const late = await addApprovedPayment('late');
  await late.read();
  await balances({ customer_funds: -1000, sales: -1000 });
  await bed.control('PUT', '/faults', { refund_no_funds: true });
  await sendRefunds(bed.context);
  await balances({ customer_funds: -1000 });
  await bed.control('PUT', '/faults', { refund_no_funds: false });
  bed.clock.advance(901);
  await bed.payments.runDueWork();
  await balances({ customer_funds: 0, sales: -1000 });

  const { order, paymentId } = settled;
  await requestRefund(bed.context, {
    orderId: order.id,
    reason: 'admin',
    amountCentavos: 400,
    source: 'admin',
  });
  await bed.payments.runDueWork();
  await balances({ sales: -600 });
  await bed.transition(paymentId, 'charge_back');
  await settled.read();
  await bed.transition(paymentId, 'lose_charge_back');
  await settled.read();
  await balances({ sales: -600, chargeback_loss: 600 });

  const seenTooLate = await addApprovedPayment();
  await bed.transition(seenTooLate.paymentId, 'refund');
  expect(await seenTooLate.read()).toBe('void');
  await bed.control('POST', '/foreign_payment', { amount: 7 });
  await balances({ customer_funds: 0 });
  expect(await adminNotifications()).toEqual([]);
});

test('fails on a difference of one centavo and notifies every admin once a day', async () => {
  const admin = await addBuyer(bed.db);
  await bed.db.updateTable('profiles').set({ role: 'admin' }).where('id', '=', admin).execute();
  await bed.db
    .insertInto('ledgerEntries')
    .values([
      { txnKey: 'by-hand', account: 'mp_receivable', amount: '0.01' },
      { txnKey: 'by-hand', account: 'customer_funds', amount: '-0.01' },
    ])
    .execute();
  expect(await readLedger(bed.db)).toMatchObject({ strayCentavos: 1, differenceCentavos: -1 });
  await expect(checkLedger(bed.platform)).rejects.toThrow('the ledger does not balance');
  await expect(checkLedger(bed.platform)).rejects.toThrow('the ledger does not balance');
  const notifications = await adminNotifications();
  expect(notifications).toMatchObject([{ userId: admin, type: 'error', title: 'O livro-caixa não fecha' }]);
  expect(notifications[0]!.message).toMatch(
    /sem destino: R\$\s0,01; diferença com os pagamentos lidos: -R\$\s0,01/,
  );
});

test('rejects unbalanced transactions and changes to stored ones in the database', async () => {
  const entry = { txnKey: 'half', account: 'fees', amount: '1.00' };
  await expect(bed.db.insertInto('ledgerEntries').values(entry).execute()).rejects.toThrow('add up to zero');
  await expect(
    bed.db.updateTable('ledgerEntries').set({ amount: '2.00' }).where('txnKey', '=', 'by-hand').execute(),
  ).rejects.toThrow('append only');
});

test('the database rejects an unbalanced transaction among balanced ones, and one posted by two statements', async () => {
  const entry = (txnKey: string, account: string, amount: string) => ({ txnKey, account, amount });
  const whole = [entry('whole', 'fees', '1.00'), entry('whole', 'customer_funds', '-1.00')];
  const post = (db: typeof bed.db, entries: typeof whole) =>
    db
      .insertInto('ledgerEntries')
      .values(entries)
      .onConflict((conflict) => conflict.columns(['txnKey', 'account']).doNothing())
      .execute();
  await expect(post(bed.db, [...whole, entry('odd', 'fees', '0.01')])).rejects.toThrow(
    'ledger transaction odd does not add up to zero',
  );
  const halves = bed.db.transaction().execute(async (trx) => {
    for (const half of whole) await post(trx, [half]);
  });
  await expect(halves).rejects.toThrow('ledger transaction whole does not add up to zero');
  await post(bed.db, whole);
  await post(bed.db, whole);
  // A stored transaction accepts no further entries.
  await expect(post(bed.db, [...whole, entry('whole', 'losses', '1.00')])).rejects.toThrow('add up to zero');
  const stored = bed.db.selectFrom('ledgerEntries').where('txnKey', '=', 'whole').select('amount');
  expect(await stored.execute()).toHaveLength(2);
});

test('includes concurrent transactions completely or not at all', async () => {
  const payments = await Promise.all(Array.from({ length: 10 }, () => addApprovedPayment()));
  const before = await readLedger(bed.db);
  const reports = await Promise.all([
    ...payments.map(async ({ read }) => {
      await read();
      return readLedger(bed.db);
    }),
    readLedger(bed.db),
  ]);
  for (const { strayCentavos, differenceCentavos } of reports)
    expect({ strayCentavos, differenceCentavos }).toEqual({
      strayCentavos: before.strayCentavos,
      differenceCentavos: before.differenceCentavos,
    });
});

test('links the notice of an unbalanced transaction to it', async () => {
  await bed.db.deleteFrom('notifications').execute();
  bed.clock.advance(86_400);
  const client = await bed.pool.connect();
  try {
    // Only the owner of the database can do this.
    await client.query(`begin; set local session_replication_role = replica;
      insert into ledger_entries (txn_key, account, amount) values ('damaged:1', 'fees', 1.00); commit`);
  } finally {
    client.release();
  }
  await expect(checkLedger(bed.platform)).rejects.toThrow('the ledger does not balance');
  const notices = await bed.db.selectFrom('notifications').select('data').execute();
  expect(notices).toMatchObject([{ data: { href: '/admin/financeiro?transacao=damaged%3A1' } }]);
  expect(await findTransaction(bed.db, 'damaged:1')).toMatchObject({
    entries: [{ account: 'fees', title: null, centavos: 100 }],
    sumCentavos: 100,
  });
  expect(await findTransaction(bed.db, 'damaged:2')).toBeNull();
});
