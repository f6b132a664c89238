/** An approved payout keeps its Pix key, and its beneficiary is notified. */
import { call } from '@orpc/server';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendChangeNoticeJob } from '../../accounts/security/send-change-notice.job.ts';
import { setPartnerPixKey } from '../../partners/change-partner.ts';
import { readPartnerOverview } from '../../partners/partners.queries.ts';
import { addExpressAccount } from '../../orders/orders.testing.ts';
import { addPartner } from '../../partners/partners.testing.ts';
import { affiliatesAdminRoutes as routes } from '../affiliates-admin.routes.ts';
import { sendCommissionMailJob } from '../commissions/send-commission-mail.job.ts';
import { readPanel } from '../panel/read-panel.ts';
import { setPixKey } from '../set-pix-key.ts';
import { collectPayouts } from './collect-payouts.job.ts';
import { createPayoutsTestbed, type PayoutsTestbed } from './payouts.testing.ts';

const NEW_KEY = '52998224725';

let bed: PayoutsTestbed;
beforeAll(async () => {
  bed = await createPayoutsTestbed();
  await bed.platform.jobs.prepare([sendChangeNoticeJob]);
});
afterAll(() => bed.close());
beforeEach(() => bed.reset());

const readNotifications = async (userId: string) =>
  (
    await bed.db
      .selectFrom('notifications')
      .select(['title', 'message'])
      .where('userId', '=', userId)
      .where('title', '!=', 'Você ganhou uma comissão')
      .orderBy('createdAt')
      .execute()
  ).map(({ title, message }) => `${title}: ${message.replaceAll('\u00a0', ' ')}`);

const findMails = async (to: string) =>
  (
    await bed.pool.query<{ data: Parameters<typeof sendCommissionMailJob.handle>[1] }>(
      `select data from pgboss.job where name = $1 and data ->> 'to' = $2 order by created_on`,
      [sendCommissionMailJob.name, to],
    )
  ).rows.map(({ data }) => data);

async function approvePayout(): Promise<string> {
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  await call(routes.approvePayout, { id }, bed.asAdmin());
  return id;
}

test('notifies an affiliate who changes the key that approved payouts go to the former key', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  const email = `${userId}@exemplo.com.br`;
  await bed.db.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
  const readApprovedPayouts = async () => (await readPanel(bed.platform, userId))!.approvedPayouts;
  const changeKey = (text: string) =>
    setPixKey(bed.platform, { userId, sessionId: randomUUID(), text, ipAddress: null });
  await collectPayouts(bed.platform);
  expect(await readApprovedPayouts()).toEqual([]);
  const id = await approvePayout();
  expect(await readApprovedPayouts()).toMatchObject([
    { amountCentavos: 8_000, pixKey: 'a••••@exemplo.com.br', isFormerKey: false },
  ]);
  await changeKey(NEW_KEY);
  expect(await readApprovedPayouts()).toMatchObject([
    { amountCentavos: 8_000, pixKey: 'a••••@exemplo.com.br', isFormerKey: true },
  ]);
  expect((await readNotifications(userId)).at(-1)).toBe(
    'Repasse na chave de antes: O seu repasse de R$ 80,00 já estava aprovado e vai para a sua chave Pix de antes, a••••@exemplo.com.br. Para receber na nova, peça ao suporte, antes do Pix, que ele fique para o próximo mês.',
  );
  expect((await findMails(email)).at(-1)).toMatchObject({
    heading: 'Repasse na chave de antes',
    facts: [
      ['Valor', expect.stringContaining('80,00') as string],
      ['Chave Pix', 'a••••@exemplo.com.br'],
    ],
  });
  bed.clock.advance(49 * 3600);
  await call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  expect((await readNotifications(userId)).at(-1)).toBe(
    'Comissões pagas: Enviamos R$ 80,00 para a sua chave Pix de antes, a••••@exemplo.com.br.',
  );
  expect(await readApprovedPayouts()).toEqual([]);
  bed.clock.advance(-49 * 3600);
});

test('includes the key in the notices of approval and payment', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  const id = await approvePayout();
  await call(routes.payPayout, { id, reference: 'E123' }, bed.asAdmin());
  expect(await readNotifications(userId)).toEqual([
    'Repasse aprovado: O seu repasse de R$ 80,00 foi aprovado e vai por Pix para a sua chave a••••@exemplo.com.br.',
    'Comissões pagas: Enviamos R$ 80,00 para a sua chave Pix a••••@exemplo.com.br.',
  ]);
});

test('mails an affiliate with an express account at the stated address', async () => {
  const { userId, id: affiliateId } = await bed.addOwedAffiliate(8_000);
  const email = `${randomUUID()}@exemplo.com.br`;
  const express = await addExpressAccount(bed.db, email, bed.clock.now());
  await bed.db.updateTable('affiliates').set({ userId: express }).where('id', '=', affiliateId).execute();
  await approvePayout();
  expect(await findMails(email)).toMatchObject([{ heading: 'Repasse aprovado' }]);
  expect(await readNotifications(express)).toHaveLength(1);
  expect(await readNotifications(userId)).toEqual([]);
});

test('notifies a partner too, but only about approved payouts', async () => {
  const partner = await addPartner(bed.platform);
  const changeKey = (text: string) =>
    setPartnerPixKey(bed.platform, { id: partner.id, userId: bed.adminId, ipAddress: null, text });
  await changeKey('ana@exemplo.com.br');
  bed.clock.advance(49 * 3600);
  const payout = { id: randomUUID(), partnerId: partner.id, period: '2026-10-15', amount: '50.00' };
  await bed.db
    .insertInto('payouts')
    .values({ ...payout, createdAt: bed.clock.now() })
    .execute();
  await changeKey(NEW_KEY);
  expect(await findMails(partner.email)).toEqual([]);
  bed.clock.advance(49 * 3600);
  await call(routes.approvePayout, { id: payout.id }, bed.asAdmin());
  await changeKey('ana@exemplo.com.br');
  expect((await readPartnerOverview(bed.platform, partner.id)).approvedPayouts).toMatchObject([
    { amountCentavos: 5_000, pixKey: '•••• 4725', isFormerKey: true },
  ]);
  expect((await findMails(partner.email)).at(-1)).toMatchObject({ heading: 'Repasse na chave de antes' });
  bed.clock.advance(-98 * 3600);
});

test('approves with the new key or not at all during a concurrent change', async () => {
  const { userId } = await bed.addOwedAffiliate(8_000);
  await collectPayouts(bed.platform);
  const { id } = (await bed.payouts())[0]!;
  const [approval] = await Promise.allSettled([
    call(routes.approvePayout, { id }, bed.asAdmin()),
    setPixKey(bed.platform, { userId, sessionId: randomUUID(), text: NEW_KEY, ipAddress: null }),
  ]);
  const notices = (await readNotifications(userId)).filter((each) =>
    each.startsWith('Repasse na chave de antes'),
  );
  expect(notices).toHaveLength(approval.status === 'fulfilled' ? 1 : 0);
});
