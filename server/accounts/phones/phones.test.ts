/** A buyer's phone, confirmed by a code: once, in time, and by one person. */
import { randomInt } from 'node:crypto';
import { createRouterClient, ORPCError } from '@orpc/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { correctContact } from '../safety/correct-contact.ts';
import { claimPerson } from '../persons/claim-person.ts';
import { deleteAccount } from '../privacy/delete-account.ts';
import { sendChangeNoticeJob } from '../security/send-change-notice.job.ts';
import { eraseAgainJob } from '../privacy/erase-again.job.ts';
import { phonesRoutes } from './phones.routes.ts';

let bed: PaymentsTestbed;
const texts: { to: string; text: string }[] = [];
beforeAll(async () => {
  bed = await createPaymentsTestbed();
  await bed.platform.jobs.prepare([eraseAgainJob, sendChangeNoticeJob]);
});
afterAll(() => bed.close());

const newPhone = () => `829${String(randomInt(1e8)).padStart(8, '0')}`;

/** An account on a separate network, because networks have limits. @param cpf confirmed; null for none */
async function newAccount(cpf: string | null = newCpf(), ipAddress = `198.51.${randomInt(256)}.7`) {
  const userId = await bed.buyer();
  await bed.db.updateTable('profiles').set({ cpf }).where('id', '=', userId).execute();
  if (cpf) await claimPerson(bed.platform, userId, cpf);
  const client = createRouterClient(phonesRoutes, {
    context: { ...testContext(bed.platform, { userId }), ipAddress },
  });
  return {
    userId,
    read: () => client.phoneConfirmation(),
    ask: (phone: string) => outcomeOf(client.startPhoneConfirmation({ phone })),
    type: (code: string) => outcomeOf(client.confirmPhone({ code })),
    confirm: async (phone: string) => {
      expect(await outcomeOf(client.startPhoneConfirmation({ phone }))).toBe('sent');
      return outcomeOf(client.confirmPhone({ code: await newestCode(phone) }));
    },
  };
}

async function outcomeOf(attempt: Promise<{ state: string }>): Promise<string> {
  try {
    return (await attempt).state;
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error;
    const { reason, field } = (error.data ?? {}) as { reason?: string; field?: string };
    return [error.code, reason ?? field].filter(Boolean).join(' ');
  }
}

async function newestCode(phone: string): Promise<string> {
  await deliverOutbox(bed.platform, {
    sms: async (message) => {
      texts.push(message);
      return 'sent';
    },
  });
  return /\d{6}/.exec(texts.findLast(({ to }) => to === `55${phone}`)!.text)![0];
}

const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
const phoneHashOf = async (userId: string) => {
  const row = await bed.db
    .selectFrom('persons')
    .select('phoneHash')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.phoneHash ?? null;
};

test('confirms a phone by a code that is stored as a hash and shows its last digits', async () => {
  const account = await newAccount();
  const phone = newPhone();
  expect(await account.read()).toMatchObject({ state: 'none', phoneEnd: null, resendInSeconds: 0 });
  expect(await account.ask(`+55 (82) ${phone.slice(2)}`)).toBe('sent');
  expect(await account.read()).toMatchObject({ phoneEnd: phone.slice(-4), resendInSeconds: 60 });
  const code = await newestCode(phone);
  const { codeHash } = await bed.db
    .selectFrom('phoneCodes')
    .select('codeHash')
    .where('userId', '=', account.userId)
    .executeTakeFirstOrThrow();
  expect(codeHash.toString('latin1')).not.toContain(code);
  expect(await account.type(wrongCode(code))).toBe('CODE_INVALID');
  expect(await account.type(code)).toBe('confirmed');
  expect(await account.read()).toMatchObject({ phoneEnd: phone.slice(-4), suggestedPhone: phone });
  expect(await phoneHashOf(account.userId)).not.toBeNull();
});

test('accepts a code once, also in concurrent requests', async () => {
  const account = await newAccount();
  const phone = newPhone();
  await account.ask(phone);
  const code = await newestCode(phone);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => account.type(code)));
  expect(outcomes.toSorted()).toEqual(['CODE_INVALID', 'CODE_INVALID', 'CODE_INVALID', 'confirmed']);
});

test('ends a code after five wrong ones, ten minutes or a newer code', async () => {
  const account = await newAccount();
  const phone = newPhone();
  await account.ask(phone);
  const guessed = await newestCode(phone);
  await Promise.all(Array.from({ length: 5 }, () => account.type(wrongCode(guessed))));
  expect(await account.type(guessed)).toBe('CODE_INVALID');
  bed.clock.advance(61);
  await account.ask(phone);
  const late = await newestCode(phone);
  bed.clock.advance(601);
  expect(await account.type(late)).toBe('CODE_INVALID');
  expect((await account.read()).state).toBe('none');
  await account.ask(phone);
  const former = await newestCode(phone);
  bed.clock.advance(61);
  const other = newPhone();
  await account.ask(other);
  expect(await account.type(former)).toBe('CODE_INVALID');
  expect(await account.type(await newestCode(other))).toBe('confirmed');
});

test('a code is valid only in the account that requested it', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const [phone, otherPhone] = [newPhone(), newPhone()];
  await one.ask(phone);
  await other.ask(otherPhone);
  expect(await other.type(await newestCode(phone))).toBe('CODE_INVALID');
});

test('limits messages per account, phone and network', async () => {
  const account = await newAccount();
  const phone = newPhone();
  expect(await account.ask(phone)).toBe('sent');
  expect(await account.ask(phone)).toBe('TOO_MANY_REQUESTS');
  for (let run = 1; run < 8; run++) {
    bed.clock.advance(61);
    expect(await account.ask(newPhone())).toBe('sent');
  }
  bed.clock.advance(61);
  expect(await account.ask(newPhone())).toBe('TOO_MANY_REQUESTS');

  const here = '203.0.113.9';
  const fromHere: string[] = [];
  for (let run = 0; run < 21; run++) fromHere.push(await (await newAccount(null, here)).ask(newPhone()));
  expect(fromHere.filter((outcome) => outcome === 'sent')).toHaveLength(20);

  const target = newPhone();
  const outcomes: string[] = [];
  for (let run = 0; run < 6; run++) outcomes.push(await (await newAccount()).ask(target));
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
});

test('rejects anything but a Brazilian mobile phone', async () => {
  const account = await newAccount();
  for (const typed of ['82 3333-4444', 'ana@exemplo.com.br', '+1 212 555 0100', '🙂'])
    expect(await account.ask(typed)).toBe('INVALID_PROFILE phone');
});

test('rejects a phone that a person with another CPF has confirmed', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  expect(await one.confirm(phone)).toBe('confirmed');
  expect(await other.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
  expect((await other.read()).state).toBe('none');
  expect((await one.read()).state).toBe('confirmed');
  bed.clock.advance(61);
  expect(await other.confirm(newPhone())).toBe('confirmed');
});

test('gives a phone to one of two concurrent persons', async () => {
  for (let round = 0; round < 4; round++) {
    const phone = newPhone();
    const accounts = await Promise.all([newAccount(), newAccount(), newAccount()]);
    const codes: string[] = [];
    for (const account of accounts) {
      await account.ask(phone);
      codes.push(await newestCode(phone));
    }
    const outcomes = await Promise.all(accounts.map((account, at) => account.type(codes[at]!)));
    expect(outcomes.toSorted()).toEqual([
      'PERSON_CONFLICT other_phone',
      'PERSON_CONFLICT other_phone',
      'confirmed',
    ]);
  }
});

test('accepts a phone verified for WhatsApp messages, for its person only', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  const now = bed.clock.now();
  await bed.db
    .insertInto('whatsappContacts')
    .values({ userId: one.userId, phone: `55${phone}`, codeEndsAt: now, confirmedAt: now, textVersion: 1 })
    .execute();
  expect(await one.read()).toMatchObject({ state: 'confirmed', phoneEnd: phone.slice(-4) });
  expect(await other.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
});

test('joins an account that confirms the phone before it states the CPF of the phone’s person', async () => {
  const cpf = newCpf();
  const [one, other] = [await newAccount(cpf), await newAccount(null)];
  const phone = newPhone();
  expect(await claimPerson(bed.platform, other.userId, cpf)).toMatchObject({ reason: 'other_account' });
  await one.confirm(phone);
  expect(await other.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, other.userId, cpf)).toMatchObject({
    ok: true,
    personId: one.userId,
  });
  expect((await other.read()).state).toBe('confirmed');
});

test('an account that proves to be another person’s loses the phone and keeps its CPF', async () => {
  const [one, other] = [await newAccount(), await newAccount(null)];
  const phone = newPhone();
  await one.confirm(phone);
  expect(await other.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, other.userId, newCpf())).toMatchObject({ ok: true, isNew: true });
  expect((await other.read()).state).toBe('none');
  expect(await phoneHashOf(other.userId)).toBeNull();
  expect((await one.read()).state).toBe('confirmed');
});

test('keeps the hash of a deleted account’s phone, so that another CPF cannot take it', async () => {
  const cpf = newCpf();
  const [one, other, again] = [await newAccount(cpf), await newAccount(), await newAccount(null)];
  const phone = newPhone();
  await one.confirm(phone);
  await one.ask(newPhone());
  expect(await deleteAccount(bed.platform, one)).toEqual({ ok: true });
  const left = await bed.pool.query(
    'select user_id from phone_codes where user_id = $1 union all select user_id from confirmed_phones where user_id = $1',
    [one.userId],
  );
  expect(left.rows).toEqual([]);
  expect(await phoneHashOf(one.userId)).not.toBeNull();
  expect(await one.type('123456')).toBe('CODE_INVALID');
  expect(await other.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
  expect(await again.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, again.userId, cpf)).toMatchObject({
    ok: true,
    personId: one.userId,
  });
});

test('support releases a number by correcting the contact of its account', async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  await one.confirm(phone);
  const before = await bed.db
    .selectFrom('profiles')
    .select(['name', 'email', 'phone'])
    .where('id', '=', one.userId)
    .executeTakeFirstOrThrow();
  const after = { name: 'Ana Lima', email: `${one.userId}@exemplo.com.br`, phone: null };
  const admin = { userId: await bed.buyer(), ipAddress: null };
  const correction = { userId: one.userId, before, after, reason: 'Trocou de número' };
  expect(await correctContact(bed.platform, admin, correction)).toEqual({ ok: true });
  expect(await other.confirm(phone)).toBe('confirmed');
});
