import { call } from '@orpc/server';
import { connectKysely } from '@mare/database/connection/connect.ts';
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
  const [one, two] = [browser(), browser()];
  await one.login(partner.email, partner.phone);
  await two.login(partner.email, partner.phone);
  expect(one.cookie).not.toBe(two.cookie);
  await call(routes.logout, undefined, { context: one.context() });
  await expect(call(routes.vouchers, { page: 1 }, { context: one.context() })).rejects.toMatchObject(signIn);
  await call(routes.vouchers, { page: 1 }, { context: two.context() });
  const admin = testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' });
  await call(
    partnersAdminRoutes.setPartnerStatus,
    { id: partner.id, status: 'inactive', from: 'active' },
    { context: admin },
  );
  await expect(call(routes.vouchers, { page: 1 }, { context: two.context() })).rejects.toMatchObject(signIn);
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
  const [own, other] = [await addPartner(bed.platform), await addPartner(bed.platform)];
  const mine = await addVoucher(bed.platform, own.id, await bed.buyer());
  const theirs = await addVoucher(bed.platform, other.id, await bed.buyer());
  const device = browser();
  await device.login(own.email, own.phone);
  const context = device.context();
  const listed = async () => (await call(routes.vouchers, { page: 1 }, { context })).vouchers;
  // Only winners see the codes of open vouchers.
  expect(await listed()).toEqual([]);
  await expect(
    call(routes.validateVoucher, { code: theirs.voucherCode, pin: theirs.pin }, { context }),
  ).rejects.toMatchObject({ code: 'VOUCHER_INVALID', data: { reason: 'other_partner' } });
  const validated = await call(routes.validateVoucher, { code: mine.qrCodeData, pin: mine.pin }, { context });
  expect((await listed()).map((voucher) => voucher.id)).toEqual([mine.id]);
  expect(validated.status).toBe('validated');
  const { commissions } = await call(routes.commissions, { page: 1 }, { context });
  expect(commissions).toMatchObject([
    { amountCentavos: 5_000, voucherCode: mine.voucherCode, status: 'pending' },
  ]);
});

test('requires an e-mailed code if configured, with five attempts', async () => {
  const partner = await addPartner(bed.platform);
  const admin = testContext(bed.platform, { userId: await addAdmin(bed), role: 'admin' });
  await call(partnersAdminRoutes.setPartnerLogin, { emailCode: true }, { context: admin });
  const device = browser();
  const asked = await device.login(partner.email, partner.phone);
  expect(asked.step).toBe('code');
  const loginId = asked.step === 'code' ? asked.loginId : '';
  expect(await call(routes.overview, undefined, { context: device.context() })).toEqual(signedOut);
  const sent: string[] = [];
  await deliverOutbox({ ...bed.platform, mailer: { send: async (mail) => void sent.push(mail.text) } });
  const code = /\b\d{6}\b/.exec(sent[0]!)![0];
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tryNo = 0; tryNo < 3; tryNo++)
    await expect(device.confirm(loginId, wrong)).rejects.toMatchObject({ code: 'PARTNER_CODE_INVALID' });
  await device.confirm(loginId, code);
  expect(await call(routes.overview, undefined, { context: device.context() })).not.toEqual(signedOut);
  await expect(browser().confirm(loginId, code)).rejects.toMatchObject({ code: 'PARTNER_CODE_INVALID' });
});

/** Runs the jobs of applications. @returns headings of the mails that they enqueue */
async function announce(): Promise<string[]> {
  const mails = () =>
    bed.pool.query<{ id: string; data: { heading: string } }>(
      'select id, data from pgboss.job where name = $1',
      [sendCommissionMailJob.name],
    );
  const before = new Set((await mails()).rows.map(({ id }) => id));
  const { rows } = await bed.pool.query<{ data: Parameters<typeof announceApplicationJob.handle>[1] }>(
    'delete from pgboss.job where name = $1 returning data',
    [announceApplicationJob.name],
  );
  for (const { data } of rows) await announceApplicationJob.handle(bed.platform, data);
  return (await mails()).rows.filter(({ id }) => !before.has(id)).map(({ data }) => data.heading);
}

test('responds alike, after the same work, to an application with a partner’s e-mail, and mails the owner', async () => {
  const statements: string[] = [];
  const db = connectKysely(bed.pool, ({ query }) => void statements.push(query.sql));
  const context = testContext({ ...bed.platform, db });
  const apply = async (email: string) => {
    statements.length = 0;
    const application = {
      companyName: 'Ateliê',
      contactName: 'Dalva',
      email,
      phone: '(82) 99999-0042',
      serviceTypes: ['curso'],
      city: 'Maceió',
      state: 'AL',
    };
    return { answer: await call(routes.apply, application, { context }), statements: [...statements] };
  };
  const partner = await addPartner(bed.platform);
  // Fills caches.
  await apply('primeira@exemplo.com.br');
  await announce();
  const known = await apply(partner.email);
  expect(await announce()).toEqual(['Este e-mail já tem um cadastro de parceiro']);
  expect(known).toEqual(await apply('nova@exemplo.com.br'));
  expect(await announce()).toEqual(['Recebemos o seu pedido de parceria']);
  await apply(partner.email);
  expect(await announce()).toEqual([]);
  const kept = await bed.db
    .selectFrom('partners')
    .select('companyName')
    .where('email', '=', partner.email)
    .execute();
  expect(kept).toHaveLength(1);
});

test('accepts one application per e-mail, which waits for an admin', async () => {
  const application = {
    companyName: 'Ateliê Ponto Certo',
    contactName: 'Dalva Reis',
    email: 'Dalva@Exemplo.com.br',
    phone: '(82) 99999-0042',
    serviceTypes: ['curso de costura'],
    city: 'Maceió',
    state: 'AL',
  };
  const context = testContext(bed.platform);
  const adminId = await addAdmin(bed);
  await call(routes.apply, application, { context });
  await announce();
  const sent = await bed.db
    .selectFrom('notifications')
    .select('title')
    .where('userId', '=', adminId)
    .execute();
  expect(sent).toEqual([{ title: 'Um parceiro espera a sua resposta' }]);
  await call(routes.apply, { ...application, companyName: 'Outra', phone: '(82) 98888-0000' }, { context });
  await announce();
  await expect(call(routes.apply, { ...application, phone: '123' }, { context })).rejects.toMatchObject({
    code: 'INVALID_PARTNER',
  });
  await expect(browser().login('dalva@exemplo.com.br', '82999990042')).rejects.toMatchObject({
    code: 'PARTNER_LOGIN_INVALID',
  });
  const admin = { context: testContext(bed.platform, { userId: adminId, role: 'admin' }) };
  const { rows: partners } = await call(
    partnersAdminRoutes.partners,
    { status: 'pending', search: 'ponto' },
    admin,
  );
  expect(partners).toMatchObject([{ companyName: 'Ateliê Ponto Certo', hasPixKey: false }]);
  const decide = (status: 'active' | 'rejected') =>
    call(partnersAdminRoutes.setPartnerStatus, { id: partners[0]!.id, status, from: 'pending' }, admin);
  await decide('active');
  // A second admin with the outdated status gets a conflict.
  await expect(decide('rejected')).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
  await browser().login('dalva@exemplo.com.br', '82999990042');
  const { rows: mails } = await bed.pool.query<{ to: string; heading: string }>(
    `select data->>'to' as to, data->>'heading' as heading from pgboss.job where name = $1 order by created_on`,
    [sendCommissionMailJob.name],
  );
  expect(mails.filter(({ to }) => to === 'dalva@exemplo.com.br').map(({ heading }) => heading)).toEqual([
    'Recebemos o seu pedido de parceria',
    'Este e-mail já tem um cadastro de parceiro',
    'O seu cadastro de parceiro foi aprovado',
  ]);
});
