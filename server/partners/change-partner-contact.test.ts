import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAdmin } from '../orders/orders.testing.ts';
import { sendCommissionMailJob } from '../affiliates/commissions/send-commission-mail.job.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { partnersAdminRoutes } from './partners-admin.routes.ts';
import { partnersRoutes } from './partners.routes.ts';
import { addPartner, addVoucher } from './partners.testing.ts';
import { readPartnerSecurity } from './security/partner-security-events.ts';

let bed: PaymentsTestbed;
let admin: { context: ReturnType<typeof testContext> };
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
  admin = { context: testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' }) };
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate service_vouchers, partners cascade');
});

const change = (id: string, phone: string, address: string) =>
  call(partnersAdminRoutes.setPartnerContact, { id, phone, address }, admin);
const signIn = async (partnerId: string) => {
  const now = bed.clock.now();
  const expiresAt = new Date(now.getTime() + 3_600_000);
  await bed.db
    .insertInto('partnerSessions')
    .values({ partnerId, tokenHash: Buffer.from(partnerId), createdAt: now, expiresAt })
    .execute();
};
const sessions = async () => (await bed.db.selectFrom('partnerSessions').selectAll().execute()).length;

test('shows a changed phone and address on vouchers, and notifies partner and winners', async () => {
  const partner = await addPartner(bed.platform);
  const userId = await bed.buyer();
  await addVoucher(bed.platform, partner.id, userId);
  await signIn(partner.id);
  expect(await change(partner.id, '+55 (82) 98888-7777', ' Rua das Algas, 10 ')).toEqual({
    phone: '82988887777',
    address: 'Rua das Algas, 10',
  });
  const winner = { context: testContext(bed.platform, { userId }) };
  expect(await call(partnersRoutes.myVouchers, undefined, winner)).toMatchObject([
    { partner: { phone: '82988887777', address: 'Rua das Algas, 10' } },
  ]);
  const news = await bed.db
    .selectFrom('notifications')
    .select(['title', 'message'])
    .where('userId', '=', userId)
    .execute();
  expect(news).toEqual([
    {
      title: 'Mudou o contato de onde você usa o voucher',
      message: expect.stringContaining('Rua das Algas, 10, Maceió (AL), telefone (82) 98888-7777'),
    },
  ]);
  expect((await readPartnerSecurity(bed.platform, partner.id)).events).toMatchObject([
    { event: 'contact_changed' },
  ]);
  // The old phone was a credential.
  expect(await sessions()).toBe(0);
});

test('keeps the sessions on a change of the address only, and changes nothing for the same contact', async () => {
  const partner = await addPartner(bed.platform);
  await signIn(partner.id);
  await change(partner.id, '82 99999-0001', 'Av. da Paz, 1');
  await change(partner.id, '82999990001', 'Av. da Paz, 1');
  expect(await sessions()).toBe(1);
  expect((await readPartnerSecurity(bed.platform, partner.id)).events).toHaveLength(1);
});

test('rejects an invalid phone', async () => {
  const partner = await addPartner(bed.platform);
  await expect(change(partner.id, '12345', '')).rejects.toMatchObject({
    code: 'INVALID_PARTNER',
    data: { field: 'phone' },
  });
});
