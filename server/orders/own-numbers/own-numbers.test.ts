/** Access to orders by a one-time code, and what a stranger can learn. */
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { requestCookies } from '../../platform/http/cookies.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { LookupCodeJob } from './lookup-code.ts';
import { ownNumbersRoutes as routes } from './own-numbers.routes.ts';
import { sendLookupCodeJob } from './send-lookup-code.job.ts';

let bed: PaymentsTestbed;
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([sendLookupCodeJob]);
});
afterAll(() => bed.close());

const mails: Mail[] = [];
const texts: { to: string; text: string }[] = [];
beforeEach(async () => {
  mails.length = 0;
  texts.length = 0;
  await bed.pool.query('truncate auth.rate_limits, number_lookups');
});

/** A browser that keeps the session cookie. */
function browser() {
  let sessionCookie = '';
  const visit = () => {
    const cookies = requestCookies(sessionCookie, bed.origin);
    return { cookies, context: testContext(bed.platform, null, cookies) };
  };
  return {
    ask: (contact: string) => call(routes.sendLookupCode, { contact }, visit()),
    async open(lookupId: string, code: string) {
      const { cookies, context } = visit();
      await call(routes.openLookup, { lookupId, code }, { context });
      sessionCookie = cookies.answers[0]?.split(';')[0] ?? sessionCookie;
    },
    orders: async () => (await call(routes.lookedUpOrders, {}, visit())).orders,
    cotas: () => call(routes.lookedUpCotas, {}, visit()),
    close: () => call(routes.closeLookup, undefined, visit()),
  };
}

/** Runs pending jobs. @returns the last code sent */
async function deliver(textsADay: number | null = 100): Promise<string> {
  const sender = { send: async (to: string, text: string) => void texts.push({ to, text }) };
  const mailer = { send: async (mail: Mail) => void mails.push(mail) };
  const sms = textsADay === null ? null : { sender, aDay: textsADay };
  const { rows } = await bed.pool.query<{ data: LookupCodeJob }>(
    `delete from pgboss.job where name = $1 returning data`,
    [sendLookupCodeJob.name],
  );
  for (const { data } of rows) await sendLookupCodeJob.handle({ ...bed.platform, mailer, sms }, data);
  const sent = [...mails, ...texts].at(-1)?.text ?? '';
  return /\d{6}/.exec(sent)?.[0] ?? '';
}

async function buyerWithOrder(phone: string | null = null) {
  const order = await bed.order('pix');
  const { userId } = order;
  await bed.db.updateTable('profiles').set({ phone }).where('id', '=', userId).execute();
  return { order, email: `${userId}@exemplo.com.br` };
}

test('the mailed code opens the orders once, for 30 minutes', async () => {
  const { order, email } = await buyerWithOrder();
  const device = browser();
  expect(await device.cotas()).toEqual({ holdings: null, nextPage: null });
  const { lookupId } = await device.ask(` ${email.toUpperCase()} `);
  const code = await deliver();
  expect(mails.map(({ to }) => to)).toEqual([email]);
  await device.open(lookupId, code);
  expect(await device.orders()).toMatchObject([
    { externalReference: order.externalReference, status: 'pending', buyerName: 'Maria S.' },
  ]);
  expect(await device.cotas()).toEqual({ holdings: [], nextPage: null });
  await expect(browser().open(lookupId, code)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  bed.clock.advance(31 * 60);
  expect(await device.orders()).toEqual([]);
});

test('sends the code of a phone by SMS, or by mail without a gateway', async () => {
  const { order, email } = await buyerWithOrder('82988887777');
  const device = browser();
  const { lookupId } = await device.ask('+55 (82) 98888-7777');
  const code = await deliver();
  expect([texts[0]!.to, mails.length]).toEqual(['5582988887777', 0]);
  await device.open(lookupId, code);
  expect(await device.orders()).toMatchObject([{ externalReference: order.externalReference }]);

  await browser().ask('82 98888 7777');
  await deliver(null);
  expect([texts.length, mails[0]!.to]).toEqual([1, email]);
});

test('mails the code when the daily SMS budget is used up', async () => {
  const { email } = await buyerWithOrder('82977776666');
  for (let asked = 0; asked < 2; asked++) {
    await browser().ask('82 97777-6666');
    await deliver(1);
  }
  expect([texts.map(({ to }) => to), mails.map(({ to }) => to)]).toEqual([['5582977776666'], [email]]);
});

test('an unknown contact gets the same answer and no message', async () => {
  const { lookupId } = await browser().ask('ninguem@exemplo.com.br');
  expect(lookupId).toMatch(/^[0-9a-f-]{36}$/);
  const { rows } = await bed.pool.query('select code_hash, user_ids from number_lookups');
  expect(await deliver()).toBe('');
  expect([mails, texts]).toEqual([[], []]);
  expect(rows).toEqual([{ code_hash: null, user_ids: [] }]);
  await expect(browser().open(lookupId, '123456')).rejects.toMatchObject({ code: 'CODE_INVALID' });
  await expect(browser().ask('82 3333-444')).rejects.toMatchObject({ code: 'INVALID_CONTACT' });
});

test('five wrong codes invalidate the code; a contact gets five codes per hour', async () => {
  const { email } = await buyerWithOrder();
  const device = browser();
  const { lookupId } = await device.ask(email);
  const code = await deliver();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries++)
    await expect(device.open(lookupId, wrong)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  await expect(device.open(lookupId, code)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  for (let asked = 1; asked < 5; asked++) await device.ask(email);
  await expect(device.ask(email)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
});

test('one of two concurrent uses of a code succeeds', async () => {
  const { email } = await buyerWithOrder();
  const devices = [browser(), browser(), browser()];
  const { lookupId } = await devices[0]!.ask(email);
  const code = await deliver();
  const outcomes = await Promise.allSettled(devices.map((device) => device.open(lookupId, code)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('closing ends the session', async () => {
  const { email } = await buyerWithOrder();
  const device = browser();
  const { lookupId } = await device.ask(email);
  await device.open(lookupId, await deliver());
  expect(await device.orders()).toHaveLength(1);
  await device.close();
  expect(await device.orders()).toEqual([]);
});
