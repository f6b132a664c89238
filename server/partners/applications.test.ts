/** Applications of partners, public and decided by an admin. */
import { call } from '@orpc/server';
import { connectKysely } from '@mare/database/connection/connect.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../payments/payments.testing.ts';
import { addAdmin } from '../orders/orders.testing.ts';
import { sendCommissionMailJob } from '../affiliates/commissions/send-commission-mail.job.ts';
import { testContext } from '../platform/http/api.testing.ts';
import { announceApplicationJob } from './announce-application.job.ts';
import { partnersAdminRoutes } from './partners-admin.routes.ts';
import { partnersRoutes as routes } from './partners.routes.ts';
import { addPartner } from './partners.testing.ts';
import { issueVouchersJob } from './vouchers/issue-vouchers.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([announceApplicationJob, issueVouchersJob, sendCommissionMailJob]);
});
afterAll(() => bed.close());
beforeEach(async () => {
  await bed.pool.query('truncate partners, auth.rate_limits cascade');
});

const login = (email: string, phone: string) =>
  call(routes.login, { email, phone }, { context: testContext(bed.platform) });

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
  const repeated = await apply(partner.email);
  expect(await announce()).toEqual(['Este e-mail já tem um cadastro de parceiro']);
  expect(repeated).toEqual(await apply('nova@exemplo.com.br'));
  expect(await announce()).toEqual(['Recebemos o seu pedido de parceria']);
  await apply(partner.email);
  expect(await announce()).toEqual([]);
  const applications = await bed.db
    .selectFrom('partners')
    .select('companyName')
    .where('email', '=', partner.email)
    .execute();
  expect(applications).toHaveLength(1);
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
  await expect(login('dalva@exemplo.com.br', '82999990042')).rejects.toMatchObject({
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
  await login('dalva@exemplo.com.br', '82999990042');
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
