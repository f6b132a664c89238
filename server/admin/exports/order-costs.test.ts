import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orderFilters } from '@mare/contract/admin/orders-admin.ts';
import { postToLedger } from '../../ledger/post-to-ledger.ts';
import { line } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, paidOrder, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { readFinance } from '../finance/read-finance.ts';
import { moneyLists } from './money-lists.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
});
afterAll(() => bed.close());

/** Centavos that often do not divide by the cotas of an order. */
const cost = fc.integer({ min: -40, max: 40 }).filter((centavos) => centavos !== 0);
const cotasOfRifas = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 3 });

// @covers panel: the file of orders splits fees and lost disputes over rifas as Financeiro does
//   [server/admin/exports/money-lists.ts, server/admin/finance/rifa-shares.queries.ts]
test('each rifa of an order has the fees and losses that Financeiro gives it', async () => {
  await fc.assert(
    fc.asyncProperty(
      cotasOfRifas,
      fc.array(cost, { minLength: 1, maxLength: 3 }),
      cost,
      async (cotas, corrections, loss) => {
        const lines = await Promise.all(cotas.map(async (quantity) => line(await bed.rifa(100), quantity)));
        for (const { rifaId } of lines)
          await bed.db.updateTable('rifas').set({ title: rifaId }).where('id', '=', rifaId).execute();
        const { paymentId } = await paidOrder(bed, { lines });
        // The costs of each moment are split for themselves.
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
        const books = await readFinance(bed.db, { from: '2000-01-01', to: '2999-12-31' });
        const { rows } = await moneyLists.pedidos.read(bed.db, null, {
          orders: orderFilters.parse({ rifaId: lines[0]!.rifaId }),
        });
        const cells = ['Rifa', 'Tarifa', 'Contestações perdidas'].map((head) =>
          moneyLists.pedidos.head.indexOf(head),
        );
        const shown = new Map(rows.map((row) => [row[cells[0]!], cells.slice(1).map((cell) => row[cell])]));
        expect(shown.size).toBe(lines.length);
        for (const { rifaId } of lines) {
          const { fees, chargebacks } = books.rifas.find((rifa) => rifa.rifaId === rifaId)!;
          expect(shown.get(rifaId)).toEqual([fees / 100, chargebacks / 100]);
        }
      },
    ),
    { numRuns: 15 },
  );
}, 120_000);
