import { BYTE_ORDER_MARK } from '@mare/domain/admin/csv.ts';
import { expect, test } from 'vitest';
import { partnerStatementCsv } from './partner-statement-csv.ts';

test('lists commissions and payouts chronologically, between both balances', () => {
  const csv = partnerStatementCsv({
    companyName: 'Espaço Maresia Spa',
    month: '2026-11',
    months: ['2026-11'],
    openingCentavos: 15_000,
    earnedCentavos: 5_000,
    paidOutCentavos: 15_000,
    closingCentavos: 5_000,
    vouchers: [
      {
        id: '5e000000-0000-4000-8000-000000000001',
        voucherCode: 'ABCDEFGH23456789',
        prizeName: '=Massagem; relaxante',
        amountCentavos: 5_000,
        validatedAt: '2026-11-20T12:00:00.000Z',
      },
    ],
    payouts: [{ amountCentavos: 15_000, paidAt: '2026-11-16T12:00:00.000Z', reference: 'E123' }],
  });
  expect(csv.slice(BYTE_ORDER_MARK.length).split('\r\n')).toEqual([
    'Data;Movimento;Serviço;Voucher ou comprovante;Valor',
    ';Saldo no começo do mês;;;150',
    '16/11/2026 09:00;Pago por Pix;;E123;-150',
    `20/11/2026 09:00;Comissão;"'=Massagem; relaxante";ABCD-EFGH-2345-6789;50`,
    ';Saldo no fim do mês;;;50',
    '',
  ]);
});
