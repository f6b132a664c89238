import { expect, test } from 'vitest';
import { commissionsToDeduct } from './commissions-to-deduct.ts';

test('lists the debts of affiliates and partners, each only if there are any', () => {
  expect(commissionsToDeduct({ affiliates: 0, partners: 0 })).toEqual([]);
  expect(commissionsToDeduct({ affiliates: 400, partners: 2000 })).toEqual([
    'A descontar de afiliados: R$\u00A04,00',
    'A descontar de parceiros: R$\u00A020,00',
  ]);
  expect(commissionsToDeduct({ affiliates: 0, partners: 1 })).toHaveLength(1);
});
