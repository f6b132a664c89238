/** Accounts without a password: opened by a purchase, confirmed and signed in to by a code. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCpf } from '@mare/domain/accounts/person-numbers.testing.ts';
import {
  errorOf,
  newEmail,
  signUpPerson,
  startAuthService,
  type TestAuthService,
} from '../accounts.testing.ts';
import { addBuyer, addOrderRow, addRifa } from '../../orders/orders.testing.ts';
import { claimPerson } from '../persons/claim-person.ts';
import { findProfile } from '../profile/profile.queries.ts';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import {
  requestCode,
  enterMailedCode,
  isSessionActive,
  markPaid,
  newMobile,
  openExpress,
  readCode,
  sessionOf,
  typeCode,
  userOf,
} from './express.testing.ts';
import { purgeExpressAccounts } from './purge-express-accounts.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

const profileOf = (userId: string) => findProfile(service.platform.pool, { userId, role: 'buyer' });
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000');

test('opens an account with a session, without password and confirmed contact', async () => {
  const buyer = await openExpress(service);
  expect(buyer.session.user).toMatchObject({ email: '', user_metadata: { name: 'Ana Souza' } });
  expect(await userOf(service, buyer.userId)).toMatchObject({
    email: null,
    passwordHash: null,
    emailConfirmedAt: null,
  });
  expect(await profileOf(buyer.userId)).toMatchObject({
    name: 'Ana Souza',
    email: buyer.email,
    phone: buyer.phone,
    hasPassword: false,
    access: 'none',
  });
  const { data } = await service.newClient().setSession(buyer.session);
  expect(data.user?.id).toBe(buyer.userId);
});

test.each([
  [{ phone: '82999990000', data: { name: 'Ana' } }],
  [{ email: 'ana@example.com', data: { name: 'Ana' } }],
  [{ email: 'ana@example.com', phone: '123', data: { name: 'Ana' } }],
  [{ email: 'ana@example.com', phone: '82999990000' }],
])('rejects a missing or wrong field of %j', async (form) => {
  expect(errorOf(await service.post('/express', form))).toEqual([400, 'validation_failed']);
});

test('the buyer’s code confirms the e-mail, and the account can then set a password', async () => {
  const buyer = await openExpress(service);
  const response = await enterMailedCode(service, buyer.email, { session: buyer.session });
  expect(response.status).toBe(200);
  const session = await sessionOf(response);
  expect(session.user).toMatchObject({ id: buyer.userId, email: buyer.email });
  expect(await profileOf(buyer.userId)).toMatchObject({ access: 'email' });
  const client = service.newClient();
  await client.setSession(session);
  expect((await client.updateUser({ password: 'maré-alta-7' })).error).toBeNull();
  const { error } = await service
    .newClient()
    .signInWithPassword({ email: buyer.email, password: 'maré-alta-7' });
  expect(error).toBeNull();
  expect(await profileOf(buyer.userId)).toMatchObject({ hasPassword: true });
});

test('a code to the phone confirms the account and later signs in; the e-mail can be added afterwards', async () => {
  const buyer = await openExpress(service);
  const first = await sessionOf(await enterMailedCode(service, buyer.phone, { session: buyer.session }));
  expect(await profileOf(buyer.userId)).toMatchObject({ access: 'phone' });
  const phone = await service.platform.db
    .selectFrom('confirmedPhones')
    .select('phone')
    .where('userId', '=', buyer.userId)
    .executeTakeFirst();
  expect(phone).toEqual({ phone: `55${buyer.phone}` });
  service.clock.advance(61);
  expect((await sessionOf(await enterMailedCode(service, buyer.phone))).user.id).toBe(buyer.userId);
  expect(await isSessionActive(service, first)).toBe(true);
  await enterMailedCode(service, buyer.email, { session: first });
  expect(await profileOf(buyer.userId)).toMatchObject({ access: 'email' });
  service.clock.advance(61);
  // From then on only the mailbox signs in, because a number can pass to another person.
  expect(
    (await sessionOf(await enterMailedCode(service, buyer.phone, { mailbox: buyer.email }))).user.id,
  ).toBe(buyer.userId);
});

test.each(['email', 'phone'] as const)(
  'a paid account that was never confirmed is claimed by its %s',
  async (kind) => {
    const buyer = await openExpress(service);
    await markPaid(service, buyer.userId);
    const claimed = await sessionOf(await enterMailedCode(service, buyer[kind]));
    expect(claimed.user.id).toBe(buyer.userId);
    expect(await isSessionActive(service, buyer.session)).toBe(false);
  },
);

test('a code to an e-mail opens the account that has it, and no express account that states it', async () => {
  const { email, session } = await signUpPerson(service);
  await markPaid(service, (await openExpress(service, { email })).userId);
  expect((await sessionOf(await enterMailedCode(service, email))).user.id).toBe(session.user.id);
});

test('accepts a code once, for ten minutes and five tries', async () => {
  const { email } = await signUpPerson(service);
  const requestId = await requestCode(service, email);
  const code = await readCode(service, email);
  expect((await typeCode(service, requestId, code)).status).toBe(200);
  expect(errorOf(await typeCode(service, requestId, code))).toEqual([403, 'otp_expired']);
  service.clock.advance(61);
  const guessedId = await requestCode(service, email);
  const guessedCode = await readCode(service, email);
  for (let tries = 0; tries < 5; tries++)
    expect(errorOf(await typeCode(service, guessedId, wrongCode(guessedCode)))).toEqual([403, 'otp_expired']);
  expect(errorOf(await typeCode(service, guessedId, guessedCode))).toEqual([403, 'otp_expired']);
  service.clock.advance(61);
  const lateId = await requestCode(service, email);
  const lateCode = await readCode(service, email);
  service.clock.advance(601);
  expect(errorOf(await typeCode(service, lateId, lateCode))).toEqual([403, 'otp_expired']);
});

test('sends a contact one code a minute and five an hour', async () => {
  const { email } = await signUpPerson(service);
  const request = async () => errorOf(await service.post('/access-codes', { contact: email }));
  expect(await request()).toEqual([200, '']);
  expect(await request()).toEqual([429, 'over_email_send_rate_limit']);
  for (let sent = 1; sent < 5; sent++) {
    service.clock.advance(61);
    expect(await request()).toEqual([200, '']);
  }
  service.clock.advance(61);
  expect(await request()).toEqual([429, 'over_email_send_rate_limit']);
});

test('releases the CPF of an unpaid, unconfirmed account to its owner', async () => {
  const cpf = newCpf();
  const unpaid = await openExpress(service);
  expect(await claimPerson(service.platform, unpaid.userId, cpf)).toMatchObject({ ok: true, isNew: true });
  const owner = await openExpress(service);
  expect(await claimPerson(service.platform, owner.userId, cpf)).toMatchObject({ ok: true, isNew: true });
  await markPaid(service, owner.userId);
  const third = await openExpress(service);
  expect(await claimPerson(service.platform, third.userId, cpf)).toMatchObject({ reason: 'other_account' });
});

test('keeps the limits of a person with the CPF', async () => {
  const cpf = newCpf();
  const { userId } = await openExpress(service);
  await claimPerson(service.platform, userId, cpf);
  await service.platform.db
    .insertInto('ownLimits')
    .values({ userId, excludedUntil: new Date('2099-01-01'), updatedAt: service.clock.now() })
    .execute();
  const again = await openExpress(service);
  expect(await claimPerson(service.platform, again.userId, cpf)).toMatchObject({ reason: 'other_account' });
});

test('erases accounts without orders and gifts after seven days', async () => {
  const { db } = service.platform;
  const [unused, confirmed] = [await openExpress(service), await openExpress(service)];
  await enterMailedCode(service, confirmed.email, { session: confirmed.session });
  const [rifaId, giverId, recipient] = [
    await addRifa(db, 100),
    await addBuyer(db),
    await openExpress(service),
  ];
  const now = service.clock.now();
  const { id: orderId } = await addOrderRow(db, { userId: giverId, rifaId, status: 'paid', paidAt: now });
  const gift = { id: randomUUID(), reference: randomUUID(), recipientName: 'Bia', number: 5 };
  await db
    .insertInto('cotaGifts')
    .values({
      ...gift,
      orderId,
      rifaId,
      giverId,
      recipientId: recipient.userId,
      createdAt: now,
      claimedAt: now,
    })
    .execute();
  service.clock.advance(8 * 86_400);
  const auth = openAuth(service.platform, readAuthSettings({}, service.platform.config));
  expect(await purgeExpressAccounts(auth)).toBeGreaterThanOrEqual(1);
  expect(await profileOf(unused.userId)).toMatchObject({ name: null, phone: null });
  for (const { userId } of [confirmed, recipient])
    expect(await profileOf(userId)).toMatchObject({ name: 'Ana Souza' });
});

test('opens no account while sign-ups are disabled', async () => {
  const closed = await startAuthService({ AUTH_SIGNUP: 'off' });
  const form = { email: newEmail(), phone: newMobile(), data: { name: 'Ana' } };
  try {
    expect(errorOf(await closed.post('/express', form))).toEqual([422, 'signup_disabled']);
  } finally {
    await closed.stop();
  }
});
