import { expect, test } from 'vitest';
import { describeRecordedLater } from './recorded-later.ts';

const figures = {
  sales: 12_000,
  discounts: 0,
  refunds: 0,
  fees: 119,
  chargebacks: 0,
  commissions: 0,
  prizes: 0,
  taxes: 0,
};
const latestAt = '2026-11-01T12:14:00.000Z';

test('describes records that an earlier export may lack', () => {
  expect(describeRecordedLater({ latestAt, figures })).toBe(
    'Parte do movimento deste período foi registrada depois do fim dele, a última em 01/11/2026, 09:14: vendas R$\u00A0120,00 e tarifas do provedor R$\u00A01,19. Um arquivo exportado antes disso pode não a ter.',
  );
});
