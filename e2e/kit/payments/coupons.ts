import { randomInt } from 'node:crypto';
import { type APIRequestContext, expect } from '@playwright/test';
import { bearerOf } from '../people/people.ts';

/** Creates a coupon of 20% on a rifa, valid once per person. @returns its code */
export async function createCoupon(request: APIRequestContext, rifaId: string): Promise<string> {
  const code = `FEIRA${randomInt(1e6)}`;
  const created = await request.post('/api/admin/coupons', {
    headers: await bearerOf(request, 'admin@exemplo.com.br'),
    data: {
      code,
      discount: { percent: 20, offCentavos: null },
      coupon: { maxUses: null, expiresAt: null, active: true, rifaIds: [rifaId] },
    },
  });
  expect(created.ok(), await created.text()).toBe(true);
  return code;
}
