/** Purchases under another person's e-mail or phone give no access to that person's account. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorOf, signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { findMissingProof } from '../proof/find-missing-proof.ts';
import { exportOwnData } from '../privacy/export-own-data.ts';
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

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

const sessionIdOf = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { session_id: string })
    .session_id;

test('neither changes the account that has the contact nor reads its data', async () => {
  const owner = await signUpPerson(service);
  const ownerId = owner.session.user.id;
  await service.platform.db
    .insertInto('supportTickets')
    .values({
      id: crypto.randomUUID(),
      userId: ownerId,
      contactEmail: owner.email,
      subject: 'Prêmio',
      message: 'Segredo',
      createdAt: service.clock.now(),
      updatedAt: service.clock.now(),
      slaResponseDue: service.clock.now(),
    })
    .execute();
  const before = await userOf(service, ownerId);
  const stranger = await openExpress(service, { email: owner.email });
  expect(stranger.userId).not.toBe(ownerId);
  expect(await userOf(service, ownerId)).toEqual(before);
  const exported = await exportOwnData(service.platform, {
    userId: stranger.userId,
    sessionId: crypto.randomUUID(),
  });
  expect(JSON.stringify(exported)).not.toContain('Segredo');
});

test('a code requested by a stranger opens only the owner’s account, and only for its recipient', async () => {
  const owner = await signUpPerson(service);
  const stranger = await openExpress(service, { email: owner.email });
  const accessId = await requestCode(service, owner.email);
  expect(errorOf(await typeCode(service, accessId, '000000'))).toEqual([403, 'otp_expired']);
  const signedIn = await sessionOf(await typeCode(service, accessId, await readCode(service, owner.email)));
  expect(signedIn.user.id).toBe(owner.session.user.id);
  expect(await isSessionActive(service, stranger.session)).toBe(true);
  expect((await userOf(service, stranger.userId)).email).toBeNull();
});

test('keeps an address with its account, even if the stranger has the code', async () => {
  const owner = await signUpPerson(service);
  const stranger = await openExpress(service, { email: owner.email });
  const answer = await enterMailedCode(service, owner.email, { session: stranger.session });
  expect(errorOf(answer)).toEqual([422, 'email_exists']);
  expect((await userOf(service, stranger.userId)).email).toBeNull();
  expect((await userOf(service, owner.session.user.id)).email).toBe(owner.email);
});

test('sends no code for an account that neither paid nor confirmed, unless its buyer requests one', async () => {
  const stranger = await openExpress(service);
  const accessId = await requestCode(service, stranger.email);
  // The queue is processed in order: once the next request’s code exists, this request is decided.
  const { email } = await signUpPerson(service);
  await enterMailedCode(service, email);
  const row = await service.platform.db
    .selectFrom('accessCodes')
    .select('codeHash')
    .where('id', '=', accessId)
    .executeTakeFirstOrThrow();
  expect(row.codeHash).toBeNull();
});

test('locks the stranger out when the owner of the contact claims the account', async () => {
  const stranger = await openExpress(service);
  await markPaid(service, stranger.userId);
  const owner = await sessionOf(await enterMailedCode(service, stranger.phone));
  expect(owner.user.id).toBe(stranger.userId);
  expect(await isSessionActive(service, stranger.session)).toBe(false);
  const refreshed = await service.post('/token?grant_type=refresh_token', {
    refresh_token: stranger.session.refresh_token,
  });
  expect(refreshed.ok).toBe(false);
});

test('does not open a confirmed account by an unconfirmed contact', async () => {
  const stranger = await openExpress(service);
  await markPaid(service, stranger.userId);
  await enterMailedCode(service, stranger.email, { session: stranger.session });
  const victim = await openExpress(service, { phone: stranger.phone });
  await markPaid(service, victim.userId);
  const answer = await enterMailedCode(service, stranger.phone);
  expect((await sessionOf(answer)).user.id).toBe(victim.userId);
});

test('rejects sensitive operations until a contact is confirmed', async () => {
  const buyer = await openExpress(service);
  const findMissing = (token: string) =>
    findMissingProof(service.platform, { userId: buyer.userId, sessionId: sessionIdOf(token) });
  expect(await findMissing(buyer.session.access_token)).toBe('contact');
  const client = service.newClient();
  await client.setSession(buyer.session);
  expect((await client.updateUser({ password: 'maré-alta-7' })).error?.code).toBe('reauthentication_needed');
  expect((await client.updateUser({ email: 'outro@example.com' })).error?.code).toBe(
    'reauthentication_needed',
  );
  const { access_token: token } = await sessionOf(
    await enterMailedCode(service, buyer.phone, { session: buyer.session }),
  );
  expect(await findMissing(token)).toBeNull();
});

test('does not confirm a phone for a second person, and keeps its express account reachable', async () => {
  const phone = newMobile();
  const [first, second] = [await openExpress(service, { phone }), await openExpress(service, { phone })];
  expect((await enterMailedCode(service, phone, { session: first.session })).status).toBe(200);
  service.clock.advance(61);
  await markPaid(service, second.userId);
  // The account that confirmed the phone has priority.
  expect((await sessionOf(await enterMailedCode(service, phone))).user.id).toBe(first.userId);
});
