import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAdmin } from '../../orders/orders.testing.ts';
import { sendCommissionMailJob } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { partnersAdminRoutes } from '../partners-admin.routes.ts';
import { addPartner } from '../partners.testing.ts';
import { issueVouchersJob } from './issue-vouchers.job.ts';
import { validateVoucher } from './redemption/validate-voucher.ts';
import { listVouchersOfWinner } from './vouchers.queries.ts';
import { withdrawVouchers } from './withdraw-vouchers.ts';
import { createVouchersTestbed, type VouchersTestbed } from './vouchers.testing.ts';

let bed: VouchersTestbed;
let admin: { context: ReturnType<typeof testContext> };
beforeAll(async () => {
  bed = await createVouchersTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob, issueVouchersJob]);
  admin = { context: testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' }) };
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

type Change = Parameters<
  (typeof partnersAdminRoutes.changeVoucher)['~orpc']['handler']
>[0]['input']['change'];

const change = (id: string, to: Change) =>
  call(partnersAdminRoutes.changeVoucher, { id, change: to, reason: 'Pedido pelo telefone' }, admin);
/** Headings of the mails to these users, in alphabetical order. */
async function headingsTo(userIds: string[]): Promise<string[]> {
  const { rows } = await bed.pool.query<{ heading: string }>(
    `select data ->> 'heading' as heading from pgboss.job where name = $1
        and data ->> 'to' in (select email from profiles where id = any ($2)) order by 1`,
    [sendCommissionMailJob.name, userIds],
  );
  return rows.map(({ heading }) => heading);
}

test('extends a voucher and the claim of its prize together, and never shortens it', async () => {
  const voucher = await bed.wonVoucher(await addPartner(bed.platform));
  await change(voucher.id, { kind: 'extend', days: 90 });
  const { expiresAt } = await bed.find(voucher.id);
  expect(expiresAt.getTime() - bed.clock.now().getTime()).toBeGreaterThan(89 * 86_400_000);
  const claim = await bed.db
    .selectFrom('prizeClaims')
    .select('claimUntil')
    .where('winnerId', '=', voucher.winnerId)
    .executeTakeFirstOrThrow();
  expect(claim.claimUntil).toEqual(expiresAt);
  await change(voucher.id, { kind: 'extend', days: 1 });
  expect((await bed.find(voucher.id)).expiresAt).toEqual(expiresAt);
  expect(await bed.titles(voucher.userId)).toContain('O seu voucher mudou');
  expect(await headingsTo([voucher.userId])).toEqual(['O seu voucher mudou', 'O seu voucher mudou']);
});

test('reissues a voucher with a new code and PIN, and rejects the old ones', async () => {
  const partner = await addPartner(bed.platform);
  const before = await bed.voucherAt(partner);
  await change(before.id, { kind: 'reissue' });
  const after = await bed.find(before.id);
  expect(after.qrCodeData).toContain(after.voucherCode);
  const redeem = ({ voucherCode: code, pin }: typeof after) =>
    validateVoucher(bed.platform, { partnerId: partner.id, code, pin, ipAddress: null });
  expect(await redeem(before)).toMatchObject({ rejection: { reason: 'unknown' } });
  expect(await redeem(after)).toMatchObject({ ok: true });
});

test('reassigns a voucher to an active partner only', async () => {
  const voucher = await bed.voucherAt(await addPartner(bed.platform));
  const [activePartner, paused] = [
    await addPartner(bed.platform),
    await addPartner(bed.platform, { status: 'inactive' }),
  ];
  await expect(change(voucher.id, { kind: 'reassign', partnerId: paused.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await change(voucher.id, { kind: 'reassign', partnerId: activePartner.id });
  expect(await bed.find(voucher.id)).toMatchObject({
    partnerId: activePartner.id,
    voucherCode: voucher.voucherCode,
    pin: voucher.pin,
  });
});

test('changes neither a used voucher nor one withdrawn by a corrected draw', async () => {
  const partner = await addPartner(bed.platform);
  const used = await bed.voucherAt(partner);
  await validateVoucher(bed.platform, {
    partnerId: partner.id,
    code: used.voucherCode,
    pin: used.pin,
    ipAddress: null,
  });
  const withdrawn = await bed.wonVoucher(partner);
  await bed.db.transaction().execute((trx) => withdrawVouchers(trx, bed.platform, [withdrawn.winnerId]));
  for (const { id } of [used, withdrawn])
    for (const to of [{ kind: 'extend', days: 30 }, { kind: 'reissue' }] as const)
      await expect(change(id, to)).rejects.toMatchObject({ code: 'VOUCHER_FINAL' });
});

test('leaves one valid code or a used voucher after a concurrent redemption and reissue', async () => {
  const partner = await addPartner(bed.platform);
  const voucher = await bed.wonVoucher(partner);
  const [redeemed, reissued] = await Promise.allSettled([
    validateVoucher(bed.platform, {
      partnerId: partner.id,
      code: voucher.voucherCode,
      pin: voucher.pin,
      ipAddress: null,
    }),
    change(voucher.id, { kind: 'reissue' }),
  ]);
  const wasUsed = redeemed.status === 'fulfilled' && redeemed.value.ok;
  expect(wasUsed).toBe(reissued.status === 'rejected');
  expect((await bed.find(voucher.id)).status).toBe(wasUsed ? 'validated' : 'pending');
});

const pause = (id: string, openVouchers: 'keep' | 'reassign') =>
  call(partnersAdminRoutes.setPartnerStatus, { id, status: 'inactive', from: 'active', openVouchers }, admin);

test('moves open vouchers of a paused partner to others with the service, and notifies all winners', async () => {
  const paused = await addPartner(bed.platform, { serviceTypes: ['massagem'] });
  const otherPartner = await addPartner(bed.platform, { serviceTypes: ['massagem'] });
  await addPartner(bed.platform, { serviceTypes: ['massagem'], city: 'Pilar' });
  const massage = await bed.voucherAt(paused);
  const dinner = await bed.voucherAt(paused);
  await bed.db
    .updateTable('serviceVouchers')
    .set({ serviceType: 'jantar' })
    .where('id', '=', dinner.id)
    .execute();
  expect(await pause(paused.id, 'reassign')).toEqual({ status: 'inactive', reassigned: 1, waiting: 1 });
  expect((await bed.find(massage.id)).partnerId).toBe(otherPartner.id);
  expect((await bed.find(dinner.id)).partnerId).toBe(paused.id);
  expect(await bed.titles(massage.userId)).toEqual(['O seu voucher é em outro lugar']);
  expect(await bed.titles(dinner.userId)).toEqual(['O parceiro do seu voucher fez uma pausa']);
  const [waitingVoucher] = await listVouchersOfWinner(bed.db, dinner.userId, bed.clock.now());
  expect(waitingVoucher!.partner.isPaused).toBe(true);
  const mailed = await headingsTo([massage.userId, dinner.userId]);
  expect(mailed).toEqual(['O parceiro do seu voucher fez uma pausa', 'O seu voucher é em outro lugar']);
});

test('may leave open vouchers of a paused partner waiting', async () => {
  const paused = await addPartner(bed.platform);
  await addPartner(bed.platform);
  const voucher = await bed.voucherAt(paused);
  expect(await pause(paused.id, 'keep')).toEqual({ status: 'inactive', reassigned: 0, waiting: 1 });
  expect((await bed.find(voucher.id)).partnerId).toBe(paused.id);
});

test('notifies the partner and waiting winners when a pause ends', async () => {
  const paused = await addPartner(bed.platform);
  const voucher = await bed.voucherAt(paused);
  const late = await bed.voucherAt(paused);
  await pause(paused.id, 'keep');
  await bed.db
    .updateTable('serviceVouchers')
    .set({ expiresAt: bed.clock.now() })
    .where('id', '=', late.id)
    .execute();
  await call(
    partnersAdminRoutes.setPartnerStatus,
    { id: paused.id, status: 'active', from: 'inactive' },
    admin,
  );
  const heading = 'O parceiro do seu voucher voltou';
  expect(await bed.titles(voucher.userId)).toContain(heading);
  expect(await headingsTo([voucher.userId])).toContain(heading);
  expect(await bed.titles(late.userId)).not.toContain(heading);
  const { rows } = await bed.pool.query<{ heading: string }>(
    `select data ->> 'heading' as heading from pgboss.job
      where name = $1 and data ->> 'to' = (select email from partners where id = $2) order by 1`,
    [sendCommissionMailJob.name, paused.id],
  );
  expect(rows.map(({ heading }) => heading)).toEqual([
    'O seu acesso de parceiro está pausado',
    'O seu acesso de parceiro voltou',
  ]);
});

test('shows a voucher as expired from its deadline, before the hourly job', async () => {
  const voucher = await bed.voucherAt(await addPartner(bed.platform));
  const read = async (now: Date) => (await listVouchersOfWinner(bed.db, voucher.userId, now))[0];
  expect(await read(new Date(voucher.expiresAt.getTime() - 1))).toMatchObject({ status: 'pending' });
  expect(await read(voucher.expiresAt)).toMatchObject({ status: 'expired', pin: null });
});
