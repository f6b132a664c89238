/** 'Avise-me': one notice when sales begin, to accounts and to confirmed e-mail addresses. */
import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addExpressAccount } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { readRifaStats } from '../management/managed-rifas.queries.ts';
import { openScheduledRifas } from '../publishing/open-scheduled-rifas.job.ts';
import { mailOpeningJob } from './mail-opening.job.ts';
import { notifyOpenings } from './notify-openings.job.ts';
import { openingNoticesRoutes } from './opening-notices.routes.ts';
import { sendNoticeConfirmationJob } from './send-notice-confirmation.job.ts';

const HOUR_S = 3600;
const JOBS = [mailOpeningJob, sendNoticeConfirmationJob];

let bed: PaymentsTestbed;
let mails: Mail[];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare(JOBS);
});
afterAll(() => bed.close());
beforeEach(() => {
  mails = [];
});

const clientOf = (userId: string | null) =>
  createRouterClient(openingNoticesRoutes, {
    context: testContext(bed.platform, userId === null ? null : { userId }),
  });

/** Runs the waiting mail jobs and delivers their mails. */
async function runMails(): Promise<void> {
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  for (const job of [sendNoticeConfirmationJob, mailOpeningJob]) {
    const { rows } = await bed.pool.query<{ data: never }>(
      'delete from pgboss.job where name = $1 returning data',
      [job.name],
    );
    for (const { data } of rows) await job.handle(bed.platform, data);
  }
  await deliverOutbox({ ...bed.platform, mailer });
}

async function channelsTo(userId: string): Promise<string[]> {
  const rows = await bed.db.selectFrom('outbox').select('channel').where('userId', '=', userId).execute();
  return rows.map(({ channel }) => channel).toSorted();
}

async function addAnnouncedRifa(vipHours = 0): Promise<string> {
  const id = await bed.rifa(100);
  const salesStart = new Date(bed.clock.now().getTime() + (2 + vipHours) * HOUR_S * 1000);
  await bed.db
    .updateTable('rifas')
    .set({
      status: 'scheduled',
      image: '/rifas/moto.svg',
      vipHours,
      salesStart,
      drawDate: new Date(salesStart.getTime() + 30 * 24 * HOUR_S * 1000),
    })
    .where('id', '=', id)
    .execute();
  await bed.db
    .insertInto('rifaPrizes')
    .values({ rifaId: id, position: 1, name: 'Moto', value: '1000.00' })
    .execute();
  return id;
}

async function addAccount({ confirmed = true } = {}): Promise<{ id: string; email: string }> {
  const id = await bed.buyer();
  const email = `${id.slice(0, 8)}@exemplo.com.br`;
  await bed.db
    .insertInto('auth.users')
    .values({ id, email, emailConfirmedAt: confirmed ? bed.clock.now() : null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ email, emailConfirmedAt: confirmed ? bed.clock.now() : null }),
    )
    .execute();
  return { id, email };
}

/** Publishes before the opening, then moves the clock past it. */
async function open(): Promise<void> {
  bed.clock.advance(2 * HOUR_S - 60);
  await openScheduledRifas(bed.platform);
  await notifyOpenings(bed.platform);
  await runMails();
  expect(mails).toEqual([]);
  bed.clock.advance(60);
  await notifyOpenings(bed.platform);
  await runMails();
}

const tokenIn = ({ text }: Mail) => /token=(\S+)/.exec(text)![1]!;
const notificationsOf = (userId: string) =>
  bed.db.selectFrom('notifications').select('title').where('userId', '=', userId).execute();

test('notifies an account once, by site, mail, push and WhatsApp, when sales begin', async () => {
  const rifaId = await addAnnouncedRifa();
  const { id, email } = await addAccount();
  await bed.db
    .insertInto('pushSubscriptions')
    .values({
      id: randomUUID(),
      userId: id,
      endpoint: `https://push.example/${id}`,
      p256dhKey: 'x',
      authKey: 'x',
      createdAt: bed.clock.now(),
      updatedAt: bed.clock.now(),
    })
    .execute();
  await bed.db
    .insertInto('whatsappContacts')
    .values({
      userId: id,
      phone: '5582999991234',
      codeEndsAt: bed.clock.now(),
      confirmedAt: bed.clock.now(),
      textVersion: 1,
    })
    .execute();
  expect(await clientOf(id).readNotice({ id: rifaId })).toMatchObject({ isRequested: false });
  expect(await clientOf(id).askNotice({ id: rifaId })).toEqual({ state: 'on' });
  await clientOf(id).askNotice({ id: rifaId });
  expect(await clientOf(id).readNotice({ id: rifaId })).toEqual({
    isRequested: true,
    mail: true,
    push: true,
    whatsApp: true,
  });
  expect((await readRifaStats(bed.db, rifaId)).noticeRequests).toBe(1);

  await open();
  await Promise.all([notifyOpenings(bed.platform), notifyOpenings(bed.platform)]);
  await runMails();
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [email, expect.stringContaining('Vendas abertas: Moto')],
  ]);
  expect(await notificationsOf(id)).toEqual([{ title: 'Vendas abertas' }]);
  expect(await channelsTo(id)).toEqual(['push', 'whatsapp']);
});

test('notifies an address without an account only after it confirmed, and only once', async () => {
  const rifaId = await addAnnouncedRifa();
  const [confirms, ignores, leaves] = ['ana', 'bia', 'caio'].map((name) => `${name}@exemplo.com.br`) as [
    string,
    string,
    string,
  ];
  for (const email of [confirms.toUpperCase(), ignores, leaves])
    expect(await clientOf(null).askNotice({ id: rifaId, email })).toEqual({ state: 'confirm' });
  await runMails();
  const tokens = new Map(mails.map((mail) => [mail.to, tokenIn(mail)]));
  mails = [];
  const confirm = (email: string) => clientOf(null).confirmNotice({ token: tokens.get(email)! });
  expect(await confirm(confirms)).toEqual({ rifaId, title: 'Moto' });
  expect(await confirm(confirms)).toEqual({ rifaId, title: 'Moto' });
  await confirm(leaves);
  await clientOf(null).cancelNotice({ token: tokens.get(leaves)! });
  await expect(confirm(leaves)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  // A confirmed e-mail address that subscribes again gets no other mail, and a replaced link is invalid.
  await clientOf(null).askNotice({ id: rifaId, email: confirms });
  await clientOf(null).askNotice({ id: rifaId, email: ignores });
  await runMails();
  expect(mails.map(({ to }) => to)).toEqual([ignores]);
  await expect(confirm(ignores)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  mails = [];
  expect((await readRifaStats(bed.db, rifaId)).noticeRequests).toBe(1);

  await open();
  await notifyOpenings(bed.platform);
  await runMails();
  expect(mails.map(({ to }) => to)).toEqual([confirms]);
});

test('sends nothing to withdrawn, self-excluded or unconfirmed recipients', async () => {
  const rifaId = await addAnnouncedRifa();
  const [gone, excluded, unconfirmed] = [
    await addAccount(),
    await addAccount(),
    await addAccount({ confirmed: false }),
  ];
  for (const { id } of [gone, excluded, unconfirmed]) await clientOf(id).askNotice({ id: rifaId });
  expect(await clientOf(unconfirmed.id).readNotice({ id: rifaId })).toMatchObject({
    isRequested: true,
    mail: false,
  });
  await clientOf(gone.id).endNotice({ id: rifaId });
  const { personId } = await bed.db
    .selectFrom('profiles')
    .select('personId')
    .where('id', '=', excluded.id)
    .executeTakeFirstOrThrow();
  await bed.db
    .insertInto('ownLimits')
    .values({
      userId: personId!,
      excludedUntil: new Date(bed.clock.now().getTime() + 90 * 24 * HOUR_S * 1000),
      updatedAt: bed.clock.now(),
    })
    .execute();
  await open();
  expect(mails).toEqual([]);
  expect(await notificationsOf(gone.id)).toEqual([]);
  expect(await notificationsOf(excluded.id)).toEqual([]);
  expect(await notificationsOf(unconfirmed.id)).toHaveLength(1);
});

test('sends nothing to the address that an express account of a self-excluded buyer states', async () => {
  const rifaId = await addAnnouncedRifa();
  const [email, now] = [`${randomUUID()}@exemplo.com.br`, bed.clock.now()];
  const userId = await addExpressAccount(bed.db, email, now);
  const excludedUntil = new Date(now.getTime() + 90 * 24 * HOUR_S * 1000);
  await bed.db.insertInto('ownLimits').values({ userId, excludedUntil, updatedAt: now }).execute();
  await clientOf(null).askNotice({ id: rifaId, email });
  await runMails();
  await clientOf(null).confirmNotice({ token: tokenIn(mails.pop()!) });
  await open();
  expect(mails).toEqual([]);
});

test('notifies VIPs at the presale and the others when sales open to them', async () => {
  const rifaId = await addAnnouncedRifa(24);
  const [vip, other] = [await addAccount(), await addAccount()];
  for (const { id } of [vip, other]) await clientOf(id).askNotice({ id: rifaId });
  await bed.db.updateTable('profiles').set({ segment: 'vip' }).where('id', '=', vip.id).execute();
  await open();
  expect(mails.map(({ to }) => to)).toEqual([vip.email]);
  bed.clock.advance(24 * HOUR_S);
  await notifyOpenings(bed.platform);
  await runMails();
  expect(mails.map(({ to }) => to)).toEqual([vip.email, other.email]);
});

// @covers panel: rifas: when sales to VIPs only begin, others who asked for a notice get none
//   [server/rifas/announcement/notify-openings.job.ts]
test('notifies only VIPs when sales to VIPs only begin, by account or by address', async () => {
  const rifaId = await addAnnouncedRifa();
  await bed.db.updateTable('rifas').set({ vipOnly: true }).where('id', '=', rifaId).execute();
  const [vip, vipByEmail, other] = [await addAccount(), await addAccount(), await addAccount()];
  for (const { id } of [vip, other]) await clientOf(id).askNotice({ id: rifaId });
  for (const email of [vipByEmail.email, 'sem-conta@exemplo.com.br'])
    await clientOf(null).askNotice({ id: rifaId, email });
  await runMails();
  for (const mail of mails.splice(0)) await clientOf(null).confirmNotice({ token: tokenIn(mail) });
  await bed.db
    .updateTable('profiles')
    .set({ segment: 'vip' })
    .where('id', 'in', [vip.id, vipByEmail.id])
    .execute();
  await open();
  expect(mails.map(({ to }) => to).toSorted()).toEqual([vip.email, vipByEmail.email].toSorted());
  expect(await notificationsOf(other.id)).toEqual([]);
});

test('accepts requests only while the rifa is announced', async () => {
  const onSale = await bed.rifa();
  const { id } = await addAccount();
  await expect(clientOf(id).askNotice({ id: onSale })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(clientOf(null).askNotice({ id: onSale, email: 'ana@exemplo.com.br' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(clientOf(null).askNotice({ id: await addAnnouncedRifa() })).rejects.toMatchObject({
    code: 'NOT_AUTHENTICATED',
  });
});
