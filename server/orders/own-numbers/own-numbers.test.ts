/** Access to orders by a one-time code, and protection against strangers. */
import { randomUUID } from 'node:crypto';
import { call } from '@orpc/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { requestCookies } from '../../platform/http/request/cookies.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { LookupCodeJob } from './lookup-code.ts';
import { ownNumbersRoutes as routes } from './own-numbers.routes.ts';
import { createSmsChannel } from '../../accounts/factors/sms.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
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
function createBrowser(ipAddress = '203.0.113.7') {
  let sessionCookie = '';
  const visit = () => {
    const cookies = requestCookies(sessionCookie, bed.origin);
    return { cookies, context: { ...testContext(bed.platform, null, cookies), ipAddress } };
  };
  return {
    ask: (contact: string) => call(routes.sendLookupCode, { contact }, visit()),
    async open(lookupId: string, code: string) {
      const { cookies, context } = visit();
      await call(routes.openLookup, { lookupId, code }, { context });
      sessionCookie = cookies.setCookies[0]?.split(';')[0] ?? sessionCookie;
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
  for (const { data } of rows) await sendLookupCodeJob.handle({ ...bed.platform, sms }, data);
  await deliverOutbox({ ...bed.platform, mailer }, { sms: createSmsChannel(sender) });
  const sent = [...mails, ...texts].at(-1)?.text ?? '';
  return /\d{6}/.exec(sent)?.[0] ?? '';
}

/** Simulates a phone that was verified with a code. */
const verifyPhone = (userId: string, phone: string) =>
  bed.db
    .insertInto('whatsappContacts')
    .values({
      userId,
      phone: `55${phone}`,
      confirmedAt: bed.clock.now(),
      textVersion: 1,
      codeEndsAt: bed.clock.now(),
    })
    .execute();

async function addBuyerWithOrder(phone: string | null = null) {
  const order = await bed.order('pix');
  const { userId } = order;
  await bed.db.updateTable('profiles').set({ phone }).where('id', '=', userId).execute();
  await bed.db
    .updateTable('auth.users')
    .set({ emailConfirmedAt: bed.clock.now() })
    .where('id', '=', userId)
    .execute();
  return { order, email: `${userId}@exemplo.com.br` };
}

test('opens the orders by a mailed code once, for 30 minutes', async () => {
  const { order, email } = await addBuyerWithOrder();
  const device = createBrowser();
  expect(await device.cotas()).toEqual({ holdings: null, nextPage: null });
  const { lookupId } = await device.ask(` ${email.toUpperCase()} `);
  const code = await deliver();
  expect(mails.map(({ to }) => to)).toEqual([email]);
  await device.open(lookupId, code);
  expect(await device.orders()).toMatchObject([
    { externalReference: order.externalReference, status: 'pending', buyerName: 'Maria S.' },
  ]);
  expect(await device.cotas()).toEqual({ holdings: [], nextPage: null });
  await expect(createBrowser().open(lookupId, code)).rejects.toMatchObject({ code: 'CODE_INVALID' });
  bed.clock.advance(31 * 60);
  expect(await device.orders()).toEqual([]);
});

test('sends the code of a phone by SMS, or by mail without a gateway', async () => {
  const { order, email } = await addBuyerWithOrder('82988887777');
  await verifyPhone(order.userId, '82988887777');
  const device = createBrowser();
  const { lookupId } = await device.ask('+55 (82) 98888-7777');
  const code = await deliver();
  expect([texts[0]!.to, mails.length]).toEqual(['5582988887777', 0]);
  await device.open(lookupId, code);
  expect(await device.orders()).toMatchObject([{ externalReference: order.externalReference }]);

  bed.clock.advance(6 * 60);
  await createBrowser().ask('82 98888 7777');
  await deliver(null);
  expect([texts.length, mails[0]!.to]).toEqual([1, email]);
});

test('mails the code when the daily SMS budget is used up', async () => {
  const { order, email } = await addBuyerWithOrder('82977776666');
  await verifyPhone(order.userId, '82977776666');
  for (let run = 0; run < 2; run++) {
    bed.clock.advance(6 * 60);
    await createBrowser().ask('82 97777-6666');
    await deliver(1);
  }
  expect([texts.map(({ to }) => to), mails.map(({ to }) => to)]).toEqual([['5582977776666'], [email]]);
});

test('responds alike to an unknown contact, without a message', async () => {
  const { lookupId } = await createBrowser().ask('ninguem@exemplo.com.br');
  expect(lookupId).toMatch(/^[0-9a-f-]{36}$/);
  const { rows } = await bed.pool.query('select code_hash, user_ids from number_lookups');
  expect(await deliver()).toBe('');
  expect([mails, texts]).toEqual([[], []]);
  expect(rows).toEqual([{ code_hash: null, user_ids: [] }]);
  await expect(createBrowser().open(lookupId, '123456')).rejects.toMatchObject({ code: 'CODE_INVALID' });
  await expect(createBrowser().ask('82 3333-444')).rejects.toMatchObject({ code: 'INVALID_CONTACT' });
});

test('rejects the right code after five wrong ones', async () => {
  const { email } = await addBuyerWithOrder();
  const device = createBrowser();
  const { lookupId } = await device.ask(email);
  const code = await deliver();
  for (let tries = 0; tries < 5; tries++)
    await expect(device.open(lookupId, wrongCodeFor(code))).rejects.toMatchObject({ code: 'CODE_INVALID' });
  await expect(device.open(lookupId, code)).rejects.toMatchObject({ code: 'CODE_INVALID' });
});

const wrongCodeFor = (code: string) => (code === '000000' ? '000001' : '000000');

describe('strangers who ask for the contact of a person', () => {
  test('neither lock out that person nor flood the mailbox', async () => {
    const { order, email } = await addBuyerWithOrder();
    const requests = [];
    for (let stranger = 0; stranger < 30; stranger++) {
      requests.push(await createBrowser(`198.51.${stranger}.1`).ask(email));
      await deliver();
    }
    expect(mails).toHaveLength(1);
    const device = createBrowser();
    const { lookupId } = await device.ask(email);
    const code = await deliver();
    expect(mails).toHaveLength(1);
    await device.open(lookupId, code);
    expect(await device.orders()).toMatchObject([{ externalReference: order.externalReference }]);
    await expect(createBrowser().open(requests[0]!.lookupId, code)).rejects.toMatchObject({
      code: 'CODE_INVALID',
    });

    bed.clock.advance(6 * 60);
    await createBrowser().ask(email);
    await deliver();
    expect(mails).toHaveLength(2);
  });

  test('cannot lock out that person by wrong codes', async () => {
    const { order, email } = await addBuyerWithOrder();
    for (let stranger = 0; stranger < 5; stranger++) {
      const device = createBrowser(`198.51.${stranger}.1`);
      const { lookupId } = await device.ask(email);
      const code = await deliver();
      for (let tries = 0; tries < 5; tries++)
        await expect(device.open(lookupId, wrongCodeFor(code))).rejects.toMatchObject({
          code: 'CODE_INVALID',
        });
    }
    const device = createBrowser();
    const { lookupId } = await device.ask(email);
    await device.open(lookupId, await deliver());
    expect(await device.orders()).toMatchObject([{ externalReference: order.externalReference }]);
  });

  test('get at most 50 guesses an hour over all networks; a network with a session is exempt', async () => {
    const { order, email } = await addBuyerWithOrder();
    const guessFrom = async (network: number) => {
      const device = createBrowser(`198.51.${network}.1`);
      const { lookupId } = await device.ask(email);
      const wrongCode = wrongCodeFor(await deliver());
      for (let tries = 0; tries < 5; tries++)
        await expect(device.open(lookupId, wrongCode)).rejects.toMatchObject({ code: 'CODE_INVALID' });
    };
    for (let network = 0; network < 10; network++) await guessFrom(network);
    await expect(guessFrom(10)).rejects.toThrow('rate limit exceeded');
    await bed.db
      .insertInto('auth.sessions')
      .values({ id: randomUUID(), userId: order.userId, ip: '203.0.113.9', refreshKey: Buffer.alloc(32) })
      .execute();
    const device = createBrowser();
    const { lookupId } = await device.ask(email);
    await device.open(lookupId, await deliver());
    expect(await device.orders()).toHaveLength(1);
  });

  test('cannot trigger messages to an unverified phone', async () => {
    const { email } = await addBuyerWithOrder('82955554444');
    await createBrowser().ask('82 95555-4444');
    await deliver();
    expect([texts, mails.map(({ to }) => to)]).toEqual([[], [email]]);
  });

  test('get five messages a day per phone, without using the budget of second factors', async () => {
    const { order } = await addBuyerWithOrder('82966665555');
    await verifyPhone(order.userId, '82966665555');
    for (let stranger = 0; stranger < 8; stranger++) {
      bed.clock.advance(6 * 60);
      await createBrowser(`198.51.${stranger}.1`).ask('82 96666-5555');
      await deliver();
    }
    expect(texts).toHaveLength(5);
    const { rows } = await bed.pool.query<{ key: string }>('select key from auth.rate_limits');
    expect(rows.filter(({ key }) => key.startsWith('sms-'))).toEqual([]);
  });
});

test('accepts one of two concurrent uses of a code', async () => {
  const { email } = await addBuyerWithOrder();
  const devices = [createBrowser(), createBrowser(), createBrowser()];
  const { lookupId } = await devices[0]!.ask(email);
  const code = await deliver();
  const outcomes = await Promise.allSettled(devices.map((device) => device.open(lookupId, code)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('ends the session on closing', async () => {
  const { email } = await addBuyerWithOrder();
  const device = createBrowser();
  const { lookupId } = await device.ask(email);
  await device.open(lookupId, await deliver());
  expect(await device.orders()).toHaveLength(1);
  await device.close();
  expect(await device.orders()).toEqual([]);
});
