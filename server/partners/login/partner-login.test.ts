import { call } from '@orpc/server';
import { monthOf } from '@mare/domain/affiliates/statement.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { sendChangeNoticeJob } from '../../accounts/security/send-change-notice.job.ts';
import { addAdmin } from '../../orders/orders.testing.ts';
import { sendCommissionMailJob } from '../../affiliates/commissions/send-commission-mail.job.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import { partnersAdminRoutes } from '../partners-admin.routes.ts';
import { partnersRoutes as routes } from '../partners.routes.ts';
import { announceApplicationJob } from '../announce-application.job.ts';
import { setPartnerPixKey } from '../change-partner.ts';
import { addPartner, addVoucher } from '../partners.testing.ts';
import { issueVouchersJob } from '../vouchers/issue-vouchers.job.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([
    announceApplicationJob,
    issueVouchersJob,
    sendCommissionMailJob,
    sendChangeNoticeJob,
  ]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate partners, auth.rate_limits cascade');
  await bed.pool.query("delete from settings where key = 'partner_login'");
});

/** A browser with a cookie jar. */
function browser() {
  let sessionCookie = '';
  const visit = () => {
    const cookies = requestCookies(sessionCookie, bed.origin);
    return { cookies, context: testContext(bed.platform, null, cookies) };
  };
  return {
    get cookie() {
      return sessionCookie;
    },
    async login(email: string, phone: string) {
      const { cookies, context } = visit();
      const result = await call(routes.login, { email, phone }, { context });
      sessionCookie = cookies.setCookies[0]?.split(';')[0] ?? sessionCookie;
      return result;
    },
    async confirm(loginId: string, code: string) {
      const { cookies, context } = visit();
      await call(routes.confirmLogin, { loginId, code }, { context });
      sessionCookie = cookies.setCookies[0]?.split(';')[0] ?? sessionCookie;
    },
    context: () => visit().context,
  };
}

const signIn = { code: 'PARTNER_SIGN_IN' };
const signedOut = { overview: null };

test('shows the partner’s security ledger, and that payouts wait after a change of the Pix key', async () => {
  const partner = await addPartner(bed.platform);
  const device = browser();
  await expect(call(routes.security, undefined, { context: device.context() })).rejects.toMatchObject(signIn);
  await device.login(partner.email, '82999990001');
  await addPartner(bed.platform);
  const by = { id: partner.id, userId: await addAdmin(bed), ipAddress: null };
  await setPartnerPixKey(bed.platform, { ...by, text: 'parceira@exemplo.com.br' });
  const security = await call(routes.security, undefined, { context: device.context() });
  expect(security.events.map(({ event }) => event)).toEqual(['pix_key_changed', 'signed_in']);
  expect(security.frozenUntil).not.toBeNull();
  const { overview } = await call(routes.overview, undefined, { context: device.context() });
  expect(overview!.payoutsFrozenUntil).toBe(security.frozenUntil);
});

test('signs in by e-mail and phone in any notation, for two hours', async () => {
  const partner = await addPartner(bed.platform);
  const device = browser();
  await device.login(` ${partner.email.toUpperCase()}`, '+55 (82) 99999-0001');
  expect(await call(routes.overview, undefined, { context: device.context() })).toMatchObject({
    overview: { partner: { companyName: 'Espaço Maresia Spa' } },
  });
  bed.clock.advance(2 * 3600 + 1);
  expect(await call(routes.overview, undefined, { context: device.context() })).toEqual(signedOut);
});

test.each([
  ['a wrong phone', {}, '82999990002'],
  ['a pending application', { status: 'pending' }, '82999990001'],
  ['a rejected partner', { status: 'rejected' }, '82999990001'],
])('rejects %s without giving a reason', async (_, more, phone) => {
  const partner = await addPartner(bed.platform, more);
  await expect(browser().login(partner.email, phone)).rejects.toMatchObject({
    code: 'PARTNER_LOGIN_INVALID',
  });
});

test('blocks sign-in after six wrong attempts', async () => {
  const partner = await addPartner(bed.platform);
  for (let tryNo = 0; tryNo < 6; tryNo++)
    await expect(browser().login(partner.email, `8299999100${tryNo}`)).rejects.toMatchObject({
      code: 'PARTNER_LOGIN_INVALID',
    });
  await expect(browser().login(partner.email, '82999990001')).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  });
});

test('does not count successful sign-ins against the limit', async () => {
  const partner = await addPartner(bed.platform);
  for (let visit = 0; visit < 8; visit++) {
    const visitor = browser();
    await visitor.login(partner.email, partner.phone);
    expect(visitor.cookie).toBeTruthy();
  }
});

test('ends the session on sign-out and on a pause', async () => {
  const partner = await addPartner(bed.platform);
  const [firstBrowser, secondBrowser] = [browser(), browser()];
  await firstBrowser.login(partner.email, partner.phone);
  await secondBrowser.login(partner.email, partner.phone);
  expect(firstBrowser.cookie).not.toBe(secondBrowser.cookie);
  await call(routes.logout, undefined, { context: firstBrowser.context() });
  await expect(call(routes.vouchers, { page: 1 }, { context: firstBrowser.context() })).rejects.toMatchObject(
    signIn,
  );
  await call(routes.vouchers, { page: 1 }, { context: secondBrowser.context() });
  const admin = testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' });
  await call(
    partnersAdminRoutes.setPartnerStatus,
    { id: partner.id, status: 'inactive', from: 'active' },
    { context: admin },
  );
  await expect(
    call(routes.vouchers, { page: 1 }, { context: secondBrowser.context() }),
  ).rejects.toMatchObject(signIn);
});

test('allows a paused partner to read only commissions and statements', async () => {
  const partner = await addPartner(bed.platform, { status: 'inactive' });
  const device = browser();
  await device.login(partner.email, partner.phone);
  const read = { context: device.context() };
  expect(await call(routes.overview, undefined, read)).toMatchObject({ overview: { isPaused: true } });
  expect(await call(routes.commissions, { page: 1 }, read)).toMatchObject({ commissions: [] });
  const { month } = await call(routes.statement, { month: monthOf(bed.clock.now()) }, read);
  expect(month).toBe(monthOf(bed.clock.now()));
  await call(routes.statementPdf, { month }, read);
  const rejections = await Promise.allSettled([
    call(routes.vouchers, { page: 1 }, read),
    call(routes.bookings, undefined, read),
    call(routes.security, undefined, read),
    call(routes.validateVoucher, { code: 'ABCDEFGHJKLM', pin: '1234' }, read),
    call(routes.undoVoucher, { id: partner.id }, read),
  ]);
  for (const rejection of rejections) expect(rejection).toMatchObject({ status: 'rejected', reason: signIn });
});

// @covers community 2: a partner sees the own vouchers alone, and validates by button, code and camera
//   [server/partners/vouchers/redemption/validate-voucher.ts, web/app/partners/portal/qr-scanner.tsx]
test('partners see and validate only their own vouchers', async () => {
  const [partner, otherPartner] = [await addPartner(bed.platform), await addPartner(bed.platform)];
  const ownVoucher = await addVoucher(bed.platform, partner.id, await bed.buyer());
  const otherVoucher = await addVoucher(bed.platform, otherPartner.id, await bed.buyer());
  const device = browser();
  await device.login(partner.email, partner.phone);
  const context = device.context();
  const listed = async () => (await call(routes.vouchers, { page: 1 }, { context })).vouchers;
  // Only winners see the codes of open vouchers.
  expect(await listed()).toEqual([]);
  await expect(
    call(routes.validateVoucher, { code: otherVoucher.voucherCode, pin: otherVoucher.pin }, { context }),
  ).rejects.toMatchObject({ code: 'VOUCHER_INVALID', data: { reason: 'other_partner' } });
  const validated = await call(
    routes.validateVoucher,
    { code: ownVoucher.qrCodeData, pin: ownVoucher.pin },
    { context },
  );
  expect((await listed()).map((voucher) => voucher.id)).toEqual([ownVoucher.id]);
  expect(validated.status).toBe('validated');
  const { commissions } = await call(routes.commissions, { page: 1 }, { context });
  expect(commissions).toMatchObject([
    { amountCentavos: 5_000, voucherCode: ownVoucher.voucherCode, status: 'pending' },
  ]);
});

test('requires an e-mailed code if configured, with five attempts', async () => {
  const partner = await addPartner(bed.platform);
  const admin = testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' });
  await call(partnersAdminRoutes.setPartnerLogin, { emailCode: true }, { context: admin });
  const device = browser();
  const response = await device.login(partner.email, partner.phone);
  expect(response.step).toBe('code');
  const loginId = response.step === 'code' ? response.loginId : '';
  expect(await call(routes.overview, undefined, { context: device.context() })).toEqual(signedOut);
  const sent: string[] = [];
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail.text) } });
  const code = /\b\d{6}\b/.exec(sent[0]!)![0];
  const wrongCode = code === '000000' ? '000001' : '000000';
  for (let tryNo = 0; tryNo < 3; tryNo++)
    await expect(device.confirm(loginId, wrongCode)).rejects.toMatchObject({ code: 'PARTNER_CODE_INVALID' });
  await device.confirm(loginId, code);
  expect(await call(routes.overview, undefined, { context: device.context() })).not.toEqual(signedOut);
  await expect(browser().confirm(loginId, code)).rejects.toMatchObject({ code: 'PARTNER_CODE_INVALID' });
});
