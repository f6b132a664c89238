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
const sentTexts: { to: string; text: string }[] = [];
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
    readConfirmation: () => client.phoneConfirmation(),
    requestCode: (phone: string) => outcomeOf(client.startPhoneConfirmation({ phone })),
    enterCode: (code: string) => outcomeOf(client.confirmPhone({ code })),
    confirm: async (phone: string) => {
      expect(await outcomeOf(client.startPhoneConfirmation({ phone }))).toBe('sent');
      return outcomeOf(client.confirmPhone({ code: await readNewestCode(phone) }));
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

async function readNewestCode(phone: string): Promise<string> {
  await deliverOutbox(bed.platform, {
    sms: async (message) => {
      sentTexts.push(message);
      return 'sent';
    },
  });
  return /\d{6}/.exec(sentTexts.findLast(({ to }) => to === `55${phone}`)!.text)![0];
}

const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');
const findPhoneHash = async (userId: string) => {
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
  expect(await account.readConfirmation()).toMatchObject({
    state: 'none',
    phoneEnd: null,
    resendInSeconds: 0,
  });
  expect(await account.requestCode(`+55 (82) ${phone.slice(2)}`)).toBe('sent');
  expect(await account.readConfirmation()).toMatchObject({ phoneEnd: phone.slice(-4), resendInSeconds: 60 });
  const code = await readNewestCode(phone);
  const { codeHash } = await bed.db
    .selectFrom('phoneCodes')
    .select('codeHash')
    .where('userId', '=', account.userId)
    .executeTakeFirstOrThrow();
  expect(codeHash.toString('latin1')).not.toContain(code);
  expect(await account.enterCode(wrongCode(code))).toBe('CODE_INVALID');
  expect(await account.enterCode(code)).toBe('confirmed');
  expect(await account.readConfirmation()).toMatchObject({
    phoneEnd: phone.slice(-4),
    suggestedPhone: phone,
  });
  expect(await findPhoneHash(account.userId)).not.toBeNull();
});

test('accepts a code once, also in concurrent requests', async () => {
  const account = await newAccount();
  const phone = newPhone();
  await account.requestCode(phone);
  const code = await readNewestCode(phone);
  const outcomes = await Promise.all(Array.from({ length: 4 }, () => account.enterCode(code)));
  expect(outcomes.toSorted()).toEqual(['CODE_INVALID', 'CODE_INVALID', 'CODE_INVALID', 'confirmed']);
});

test('ends a code after five wrong ones, ten minutes or a newer code', async () => {
  const account = await newAccount();
  const phone = newPhone();
  await account.requestCode(phone);
  const guessedCode = await readNewestCode(phone);
  await Promise.all(Array.from({ length: 5 }, () => account.enterCode(wrongCode(guessedCode))));
  expect(await account.enterCode(guessedCode)).toBe('CODE_INVALID');
  bed.clock.advance(61);
  await account.requestCode(phone);
  const expiredCode = await readNewestCode(phone);
  bed.clock.advance(601);
  expect(await account.enterCode(expiredCode)).toBe('CODE_INVALID');
  expect((await account.readConfirmation()).state).toBe('none');
  await account.requestCode(phone);
  const formerCode = await readNewestCode(phone);
  bed.clock.advance(61);
  const otherPhone = newPhone();
  await account.requestCode(otherPhone);
  expect(await account.enterCode(formerCode)).toBe('CODE_INVALID');
  expect(await account.enterCode(await readNewestCode(otherPhone))).toBe('confirmed');
});

test('a code is valid only in the account that requested it', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  const [phone, otherPhone] = [newPhone(), newPhone()];
  await first.requestCode(phone);
  await second.requestCode(otherPhone);
  expect(await second.enterCode(await readNewestCode(phone))).toBe('CODE_INVALID');
});

test('limits messages per account, phone and network', async () => {
  const account = await newAccount();
  const phone = newPhone();
  expect(await account.requestCode(phone)).toBe('sent');
  expect(await account.requestCode(phone)).toBe('TOO_MANY_REQUESTS');
  for (let run = 1; run < 8; run++) {
    bed.clock.advance(61);
    expect(await account.requestCode(newPhone())).toBe('sent');
  }
  bed.clock.advance(61);
  expect(await account.requestCode(newPhone())).toBe('TOO_MANY_REQUESTS');

  const ipAddress = '203.0.113.9';
  const outcomesOfNetwork: string[] = [];
  for (let run = 0; run < 21; run++)
    outcomesOfNetwork.push(await (await newAccount(null, ipAddress)).requestCode(newPhone()));
  expect(outcomesOfNetwork.filter((outcome) => outcome === 'sent')).toHaveLength(20);

  const target = newPhone();
  const outcomes: string[] = [];
  for (let run = 0; run < 6; run++) outcomes.push(await (await newAccount()).requestCode(target));
  expect(outcomes.filter((outcome) => outcome === 'sent')).toHaveLength(5);
});

test('rejects anything but a Brazilian mobile phone', async () => {
  const account = await newAccount();
  for (const typed of ['82 3333-4444', 'ana@exemplo.com.br', '+1 212 555 0100', '🙂'])
    expect(await account.requestCode(typed)).toBe('INVALID_PROFILE phone');
});

test('rejects a phone that a person with another CPF has confirmed', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  expect(await first.confirm(phone)).toBe('confirmed');
  expect(await second.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
  expect((await second.readConfirmation()).state).toBe('none');
  expect((await first.readConfirmation()).state).toBe('confirmed');
  bed.clock.advance(61);
  expect(await second.confirm(newPhone())).toBe('confirmed');
});

test('gives a phone to one of two concurrent persons', async () => {
  for (let round = 0; round < 4; round++) {
    const phone = newPhone();
    const accounts = await Promise.all([newAccount(), newAccount(), newAccount()]);
    const codes: string[] = [];
    for (const account of accounts) {
      await account.requestCode(phone);
      codes.push(await readNewestCode(phone));
    }
    const outcomes = await Promise.all(accounts.map((account, at) => account.enterCode(codes[at]!)));
    expect(outcomes.toSorted()).toEqual([
      'PERSON_CONFLICT other_phone',
      'PERSON_CONFLICT other_phone',
      'confirmed',
    ]);
  }
});

test('accepts a phone verified for WhatsApp messages, for its person only', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  const now = bed.clock.now();
  await bed.db
    .insertInto('whatsappContacts')
    .values({ userId: first.userId, phone: `55${phone}`, codeEndsAt: now, confirmedAt: now, textVersion: 1 })
    .execute();
  expect(await first.readConfirmation()).toMatchObject({ state: 'confirmed', phoneEnd: phone.slice(-4) });
  expect(await second.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
});

test('joins an account that confirms the phone before it states the CPF of the phone’s person', async () => {
  const cpf = newCpf();
  const [first, second] = [await newAccount(cpf), await newAccount(null)];
  const phone = newPhone();
  expect(await claimPerson(bed.platform, second.userId, cpf)).toMatchObject({ reason: 'other_account' });
  await first.confirm(phone);
  expect(await second.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, second.userId, cpf)).toMatchObject({
    ok: true,
    personId: first.userId,
  });
  expect((await second.readConfirmation()).state).toBe('confirmed');
});

test('an account that proves to be another person’s loses the phone and keeps its CPF', async () => {
  const [first, second] = [await newAccount(), await newAccount(null)];
  const phone = newPhone();
  await first.confirm(phone);
  expect(await second.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, second.userId, newCpf())).toMatchObject({ ok: true, isNew: true });
  expect((await second.readConfirmation()).state).toBe('none');
  expect(await findPhoneHash(second.userId)).toBeNull();
  expect((await first.readConfirmation()).state).toBe('confirmed');
});

test('keeps the hash of a deleted account’s phone, so that another CPF cannot take it', async () => {
  const cpf = newCpf();
  const [deleted, stranger, returning] = [await newAccount(cpf), await newAccount(), await newAccount(null)];
  const phone = newPhone();
  await deleted.confirm(phone);
  await deleted.requestCode(newPhone());
  expect(await deleteAccount(bed.platform, deleted)).toEqual({ ok: true });
  const remaining = await bed.pool.query(
    'select user_id from phone_codes where user_id = $1 union all select user_id from confirmed_phones where user_id = $1',
    [deleted.userId],
  );
  expect(remaining.rows).toEqual([]);
  expect(await findPhoneHash(deleted.userId)).not.toBeNull();
  expect(await deleted.enterCode('123456')).toBe('CODE_INVALID');
  expect(await stranger.confirm(phone)).toBe('PERSON_CONFLICT other_phone');
  expect(await returning.confirm(phone)).toBe('confirmed');
  expect(await claimPerson(bed.platform, returning.userId, cpf)).toMatchObject({
    ok: true,
    personId: deleted.userId,
  });
});

test('support releases a number by correcting the contact of its account', async () => {
  const [first, second] = [await newAccount(), await newAccount()];
  const phone = newPhone();
  await first.confirm(phone);
  const before = await bed.db
    .selectFrom('profiles')
    .select(['name', 'email', 'phone'])
    .where('id', '=', first.userId)
    .executeTakeFirstOrThrow();
  const after = { name: 'Ana Lima', email: `${first.userId}@exemplo.com.br`, phone: null };
  const admin = { userId: await bed.buyer(), ipAddress: null };
  const correction = { userId: first.userId, before, after, reason: 'Trocou de número' };
  expect(await correctContact(bed.platform, admin, correction)).toEqual({ ok: true });
  expect(await second.confirm(phone)).toBe('confirmed');
});
