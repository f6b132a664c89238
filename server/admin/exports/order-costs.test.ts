import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { moneyIn, providerFee } from '@mare/domain/payments/ledger.ts';
import { type Corrected, manualEntry } from '@mare/domain/payments/manual-entry.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { line } from '../../orders/orders.testing.ts';
import { addSettlingPayment } from '../../orders/lifecycle/histories/settling-payment.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { refundRifa } from '../../payments/refunds/cancelled/refund-rifa.ts';
import { findPrize, refundAmount } from '../../payments/refunds/refunds.testing.ts';
import { readFinance } from '../finance/read-finance.ts';
import { businessLists } from './business-lists.ts';
import type { ExportedList } from './export-batch.ts';
import { moneyLists } from './money-lists.ts';
import { movementList } from './movement-list.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** Amounts that often do not divide evenly by the cotas of an order. */
const anyCost = fc.integer({ min: -40, max: 40 }).filter((centavos) => centavos !== 0);
const cotasOfRifas = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 3 });

// @covers panel: the file of orders splits fees and lost disputes over rifas as Financeiro does
//   [server/admin/exports/money-lists.ts, server/admin/finance/rifa-shares.queries.ts]
test('assigns each rifa of an order the fees and losses shown in Financeiro', async () => {
  await fc.assert(
    fc.asyncProperty(
      cotasOfRifas,
      fc.array(anyCost, { minLength: 1, maxLength: 3 }),
      anyCost,
      async (cotas, corrections, loss) => {
        const lines = await Promise.all(cotas.map(async (quantity) => line(await bed.rifa(100), quantity)));
        for (const { rifaId } of lines)
          await bed.db.updateTable('rifas').set({ title: rifaId }).where('id', '=', rifaId).execute();
        const { paymentId } = await paidOrder(bed, { lines });
        // Costs of each moment are split separately.
        let at = bed.clock.now().getTime();
        const post = (key: string, account: string, centavos: number) => {
          const entries = [
            { account, amountCentavos: centavos },
            { account: 'mp_receivable', amountCentavos: -centavos },
          ];
          at += 1000;
          return postToLedger(bed.db, [{ key, entries }], new Date(at));
        };
        for (const [index, centavos] of corrections.entries())
          await post(`fee:sandbox:${paymentId}:SETTLEMENT:${index}`, 'fees', centavos);
        await post(`cb:sandbox:${paymentId}`, 'chargeback_loss', loss);
        const finance = await readFinance(bed.db, { from: '2000-01-01', to: '2999-12-31' });
        const { rows } = await moneyLists.pedidos.read(bed.db, null, {
          orders: orderFilters.parse({ rifaId: lines[0]!.rifaId }),
        });
        const cells = ['Rifa', 'Tarifa', 'Contestações perdidas'].map((head) =>
          moneyLists.pedidos.head.indexOf(head),
        );
        const shown = new Map(rows.map((row) => [row[cells[0]!], cells.slice(1).map((cell) => row[cell])]));
        expect(shown.size).toBe(lines.length);
        for (const { rifaId } of lines) {
          const { fees, chargebacks } = finance.rifas.find((rifa) => rifa.rifaId === rifaId)!;
          expect(shown.get(rifaId)).toEqual([fees / 100, chargebacks / 100]);
        }
      },
    ),
    { numRuns: 15 },
  );
});

// @covers panel: the fee of an order that sold nothing is of no rifa, in the file of orders as in Financeiro
//   [server/admin/exports/money-lists.ts]
test('assigns the fee of an unsettled order to no rifa', async () => {
  const [rifaId, otherRifaId] = [await bed.rifa(100), await bed.rifa(100)];
  const order = await bed.order('pix', { lines: [line(rifaId, 2), line(otherRifaId, 1)], start: false });
  const payment = { provider: 'sandbox', paymentId: 'too-late', amountCentavos: 600 };
  await addSettlingPayment(bed.db, order.id, { paymentId: payment.paymentId, disposition: 'late' });
  const sevenDaysAgo = new Date(bed.clock.now().getTime() - 7 * 86_400_000);
  const day = sevenDaysAgo.toLocaleDateString('en-CA', { timeZone: 'America/Maceio' });
  await postToLedger(bed.db, [moneyIn(payment), providerFee(payment, 6)], sevenDaysAgo);

  const period = { from: day, to: day };
  const finance = await readFinance(bed.db, period);
  expect([finance.ofNoRifa.fees, finance.rifas]).toEqual([6, []]);
  const readFees = async <Filter>(list: ExportedList<Filter>, filter: Filter, fee: string) => {
    const { rows } = await list.read(bed.db, null, filter);
    const [reference, title, cell] = ['Pedido', 'Rifa', fee].map((head) => list.head.indexOf(head));
    return rows
      .filter((row) => row[reference!] === order.externalReference)
      .map((row) => [row[title!], row[cell!]]);
  };
  const orders = orderFilters.parse({ rifaId });
  expect(await readFees(moneyLists.pedidos, { orders }, 'Tarifa')).toEqual([
    [expect.any(String), 0],
    [expect.any(String), 0],
    [null, 0.06],
  ]);
  expect(await readFees(movementList, { period }, 'Tarifas do provedor')).toEqual([[null, 0.06]]);
});

// @covers panel: the file of orders has the manual entries of an order, as Financeiro and the file of movements have
//   [server/admin/exports/money-lists.ts]
test('adds manual entries that name the payment or the order to its costs', async () => {
  const { id, rifaId, externalReference, paymentId } = await paidOrder(bed);
  const period = { from: '2000-01-01', to: '2999-12-31' };
  const readCosts = async () => {
    const finance = await readFinance(bed.db, period);
    const { fees, chargebacks } = finance.rifas.find((rifa) => rifa.rifaId === rifaId)!;
    const inFile = async <Filter>(list: ExportedList<Filter>, filter: Filter, heads: string[]) => {
      const { rows } = await list.read(bed.db, null, filter);
      const ofOrder = rows.filter((row) => row[list.head.indexOf('Pedido')] === externalReference);
      return heads.map((head) =>
        ofOrder.reduce((sum, row) => sum + Math.round(100 * Number(row[list.head.indexOf(head)])), 0),
      );
    };
    return {
      finance: [fees, chargebacks],
      orders: await inFile(moneyLists.pedidos, { orders: orderFilters.parse({ rifaId }) }, [
        'Tarifa',
        'Contestações perdidas',
      ]),
      movements: await inFile(movementList, { period }, ['Tarifas do provedor', 'Contestações perdidas']),
    };
  };
  const [feeBefore = 0] = (await readCosts()).orders;
  const entries: [Corrected, 'fees' | 'chargeback_loss', number][] = [
    [{ kind: 'payment', provider: 'sandbox', paymentId }, 'fees', 4],
    [{ kind: 'payment', provider: 'sandbox', paymentId }, 'chargeback_loss', 30],
    [{ kind: 'order', orderId: id }, 'fees', 5],
    [{ kind: 'order', orderId: id }, 'chargeback_loss', 7],
  ];
  for (const [corrected, debit, centavos] of entries) {
    const entry = { debit, credit: 'mp_receivable', rifaId: null, centavos } as const;
    await postToLedger(bed.db, [manualEntry(randomUUID(), entry, corrected)], bed.clock.now());
  }
  const costs = [feeBefore + 9, 37];
  expect(await readCosts()).toEqual({ finance: costs, orders: costs, movements: costs });
});

test('compradores.csv lists the money that stays after refunds of an amount and of cotas', async () => {
  const [cancelled, kept] = [await bed.rifa(100), await bed.rifa(100)];
  const order = await paidOrder(bed, { lines: [line(cancelled, 50), line(kept, 50)] });
  // A found cota premiada of the cancelled rifa stays with its winner.
  await findPrize(bed, order);
  expect(await refundAmount(bed, order.id, 1_000)).toMatchObject({ ok: true });
  await bed.payments.runDueWork();
  await bed.db.updateTable('rifas').set({ status: 'cancelled' }).where('id', '=', cancelled).execute();
  await refundRifa(bed.context, cancelled);
  await bed.payments.runDueWork();
  const readBuyer = async (rifaId: string) => {
    const { compradores } = businessLists;
    const { rows } = await compradores.read(bed.db, null, { rifaId });
    return ['Cotas', 'Total'].map((column) => Number(rows[0]![compradores.head.indexOf(column)]));
  };
  expect(await readBuyer(cancelled)).toEqual([1, 1.9]);
  expect(await readBuyer(kept)).toEqual([50, 95]);
});
