import { expect, test } from 'vitest';
import type { z } from 'zod';
import { stand } from './stand.ts';

/** As a phone stored it with the first version of the stand. */
const STORED_SALE = {
  id: '5e000000-0000-4000-8000-000000000001',
  externalReference: 'AbCdEfGhIjKlMnOpQrStUvWx',
  quantity: 5,
  tier: 'tier1',
  numbers: [3, 7, 9, 12, 14, 20],
  paidCentavos: 1000,
  paidWith: 'cash',
  name: 'Zé da Feira',
  phone: '(82) 99999-0001',
  soldAt: '2026-10-03T17:20:00.000Z',
};

test('reads sales that phones stored with the first version of the stand', () => {
  const schema = stand.send['~orpc'].inputSchema as unknown as z.ZodType;
  const request = {
    allotmentId: '5e000000-0000-4000-8000-000000000002',
    sendKey: 'k'.repeat(43),
    sales: [STORED_SALE],
  };
  expect(schema.parse(request)).toEqual(request);
});
