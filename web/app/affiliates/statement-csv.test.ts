import { BYTE_ORDER_MARK } from '@mare/domain/admin/csv.ts';
import { expect, test } from 'vitest';
import { statementCsv } from './statement-csv.ts';

test('lists commissions, refunds and payouts chronologically, between both balances', () => {
  const entry = { id: '5e000000-0000-4000-8000-000000000001', rifas: '=Moto; e mais', returnedCentavos: 0 };
  const csv = statementCsv({
    month: '2026-11',
    months: ['2026-11'],
    openingCentavos: 1000,
    earnedCentavos: 250,
    reversedCentavos: -50,
    paidOutCentavos: 1000,
    closingCentavos: 200,
    entries: [
      {
        ...entry,
        kind: 'sale',
        orderCentavos: 5000,
        amountCentavos: 250,
        confirmedAt: '2026-11-02T12:00:00.000Z',
      },
      {
        ...entry,
        kind: 'reversal',
        orderCentavos: 5000,
        amountCentavos: -50,
        confirmedAt: '2026-11-20T12:00:00.000Z',
      },
    ],
    payouts: [{ amountCentavos: 1000, paidAt: '2026-11-16T12:00:00.000Z', reference: 'E2E7' }],
  });
  expect(csv.slice(BYTE_ORDER_MARK.length).split('\r\n')).toEqual([
    'Data;Movimento;Rifas;Compra;Valor',
    ';Saldo no começo do mês;;;10',
    `02/11/2026 09:00;Comissão;"'=Moto; e mais";50;2,5`,
    '16/11/2026 09:00;Pago por Pix, comprovante E2E7;;;-10',
    `20/11/2026 09:00;Desconto por devolução;"'=Moto; e mais";50;-0,5`,
    ';Saldo no fim do mês;;;2',
    '',
  ]);
});
