import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { formatVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { pdfText } from '../../../platform/documents/pdf-text.testing.ts';
import { sendCommissionMailJob } from '../../../affiliates/commissions/send-commission-mail.job.ts';
import { addAdmin } from '../../../orders/orders.testing.ts';
import { testContext } from '../../../platform/http/api.testing.ts';
import type { changeVoucher } from '../change-voucher.ts';
import { issueVouchers } from '../issue-vouchers.job.ts';
import { partnersAdminRoutes } from '../../partners-admin.routes.ts';
import { partnersRoutes } from '../../partners.routes.ts';
import { addPartner, addVoucher, readQrCode } from '../../partners.testing.ts';
import {
  createVouchersTestbed,
  type VouchersTestbed,
  addWinner,
  redeemWithPin,
} from '../vouchers.testing.ts';

let bed: VouchersTestbed;
beforeAll(async () => {
  bed = await createVouchersTestbed();
  await bed.platform.jobs.prepare([sendCommissionMailJob]);
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

// @covers community 2: vouchers for winners of service prizes, by service and city; as a PDF with a QR code,
//   printed by an admin for winners without an account [server/partners/vouchers/issue-vouchers.job.ts,
//   server/partners/vouchers/pdf/voucher-pdf.ts]
test('prints a voucher with its QR code for its winner only', async () => {
  const partner = await addPartner(bed.platform);
  const userId = await bed.buyer();
  const voucher = await addVoucher(bed.platform, partner.id, userId);
  const context = testContext(bed.platform, { userId });
  const { fileName, base64 } = await call(partnersRoutes.voucherPdf, { id: voucher.id }, { context });
  expect(fileName).toBe(`voucher-${voucher.voucherCode}.pdf`);
  expect(readQrCode(Buffer.from(base64, 'base64'))).toBe(voucher.qrCodeData);
  const otherCaller = { context: testContext(bed.platform, { userId: await bed.buyer() }) };
  const hidden = { code: 'NOT_FOUND' };
  await expect(call(partnersRoutes.voucherPdf, { id: voucher.id }, otherCaller)).rejects.toMatchObject(
    hidden,
  );
  // Expired, also before the hourly job has marked it.
  bed.clock.advance(400 * 86_400);
  await expect(call(partnersRoutes.voucherPdf, { id: voucher.id }, { context })).rejects.toMatchObject(
    hidden,
  );
  bed.clock.advance(-400 * 86_400);
  await redeemWithPin(bed, partner.id, voucher.voucherCode);
  await expect(call(partnersRoutes.voucherPdf, { id: voucher.id }, { context })).rejects.toMatchObject(
    hidden,
  );
});

test('prints the present partner and date, and that a partner is paused', async () => {
  const [partner, other] = [
    await addPartner(bed.platform),
    await addPartner(bed.platform, { city: 'Maragogi' }),
  ];
  const voucher = await bed.wonVoucher(partner);
  const admin = {
    context: testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' }),
  };
  const print = async () => {
    const context = testContext(bed.platform, { userId: voucher.userId });
    const { base64 } = await call(partnersRoutes.voucherPdf, { id: voucher.id }, { context });
    return pdfText(Buffer.from(base64, 'base64')).replaceAll('\n', ' ');
  };
  expect(await print()).not.toContain('em pausa');
  const change = (to: Parameters<typeof changeVoucher>[2]['change']) =>
    call(partnersAdminRoutes.changeVoucher, { id: voucher.id, change: to, reason: 'Pedido dela' }, admin);
  await change({ kind: 'reassign', partnerId: other.id });
  await change({ kind: 'extend', days: 180 });
  const { expiresAt } = await bed.find(voucher.id);
  expect(await print()).toContain('Maragogi (AL)');
  expect(await print()).toContain(`Vale até ${formatLongDate(expiresAt)}`);
  await bed.db.updateTable('partners').set({ status: 'inactive' }).where('id', '=', other.id).execute();
  expect(await print()).toContain('Este parceiro está em pausa');
});

test('notifies admins of a winner without an account, so that they print the voucher', async () => {
  const adminId = await addAdmin(bed);
  const admin = { context: testContext(bed.platform, { userId: adminId, role: 'admin' }) };
  const partner = await addPartner(bed.platform);
  const { rifaId } = await addWinner(bed, { name: 'Massagem relaxante' });
  await bed.db
    .updateTable('rifaWinners')
    .set({ userId: null, winnerName: 'Zuleica Ramos', tag: 'a'.repeat(16) })
    .where('rifaId', '=', rifaId)
    .execute();
  await issueVouchers(bed.platform, rifaId);
  await issueVouchers(bed.platform, rifaId);
  const sent = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', adminId)
    .execute();
  expect(sent).toEqual([{ title: 'Um voucher espera ser entregue' }]);
  const list = (search: string) => call(partnersAdminRoutes.vouchers, { search, status: 'pending' }, admin);
  const { rows } = await list('ramos zulé');
  expect(rows).toMatchObject([
    { winner: 'Zuleica Ramos', hasAccount: false, companyName: partner.companyName },
  ]);
  const { id, voucherCode } = rows[0]!;
  expect((await list(formatVoucherCode(voucherCode).slice(0, 9).toLowerCase())).rows).toHaveLength(1);
  const { base64 } = await call(partnersAdminRoutes.printVoucher, { id }, admin);
  expect(readQrCode(Buffer.from(base64, 'base64'))).toContain(voucherCode);
  expect(await redeemWithPin(bed, partner.id, voucherCode)).toMatchObject({
    ok: true,
    voucher: { winner: 'Zuleica R.' },
  });
  const { rows: log } = await bed.pool.query('select 1 from activity_logs where action = $1', [
    'print-voucher',
  ]);
  expect(log).toHaveLength(1);
});
