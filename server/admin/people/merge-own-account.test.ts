/** A buyer merges an express account with the account that has its e-mail address, by proofs of both. */
import { randomUUID } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../../accounts/accounts.testing.ts';
import {
  requestCode,
  type ExpressBuyer,
  isSessionActive,
  markPaid,
  openExpress,
  readCode,
  sessionOf,
  userOf,
} from '../../accounts/express/express.testing.ts';
import { activateAffiliate } from '../../affiliates/activate-affiliate.ts';
import { mergeReferrals } from '../../affiliates/merge-referrals.ts';
import { setPixKey } from '../../affiliates/set-pix-key.ts';
import { addRifa } from '../../orders/orders.testing.ts';
import { JOBS } from '../../composition/worker.ts';
import { mergeOwnAccount } from './merge-own-account.ts';
import { mergePeople } from './merge-people.ts';
import { notifyMergedOwners } from './notify-merged-owners.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
  await service.jobs.prepare(JOBS);
});
afterAll(() => service.stop());

const merge = (caller: Pick<ExpressBuyer, 'userId'>, accessToken: string) =>
  mergeOwnAccount(service.platform, { caller, accessToken, ipAddress: null }, mergeReferrals);

/** The holder of the express account enters a code that was sent to the stated e-mail address. */
async function enterOwnerCode(express: ExpressBuyer): Promise<Response> {
  const accessId = await requestCode(service, express.email, express.session);
  const code = await readCode(service, express.email);
  return service.post('/access-codes/verify', { access_id: accessId, code, opens_owner: true });
}

/** An account with a password, and an express account that states its e-mail address. */
async function addTwoAccounts() {
  const owner = await signUpPerson(service);
  const express = await openExpress(service, { email: owner.email });
  await markPaid(service, express.userId);
  return { owner, ownerId: owner.session.user.id, token: owner.session.access_token, express };
}

const updateProfile = (id: string, changes: { cpf?: string; role?: string; name?: string }) =>
  service.platform.db.updateTable('profiles').set(changes).where('id', '=', id).execute();

const rejectedFor = (reason: string) => ({ ok: false, code: 'MERGE_REJECTED', reason });

test('merges both accounts after a code to their common address', async () => {
  const { owner, ownerId, express } = await addTwoAccounts();
  const answer = await enterOwnerCode(express);
  expect(answer.status).toBe(200);
  const opened = await sessionOf(answer);
  expect(opened.user.id).toBe(ownerId);
  // Merges nothing before the buyer confirms.
  expect(await isSessionActive(service, express.session)).toBe(true);

  const responses = await Promise.all([1, 2].map(() => merge(express, opened.access_token)));
  expect(responses).toEqual([{ ok: true }, { ok: true }]);
  expect(await isSessionActive(service, express.session)).toBe(false);
  expect(await isSessionActive(service, opened)).toBe(true);
  const profile = await service.platform.db
    .selectFrom('profiles')
    .select(['totalOrders', 'phone'])
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  expect(profile).toEqual({ totalOrders: 1, phone: express.phone });
  const { subject, text } = await service.mailbox.next(owner.email);
  expect(subject).toContain('Suas contas são uma só');
  expect(text).toContain('juntada');
  const { length } = await service.platform.db
    .selectFrom('auth.securityEvents')
    .select('id')
    .where('userId', '=', ownerId)
    .where('event', '=', 'accounts_merged')
    .execute();
  expect(length).toBe(1);
});

test('mails a merge by the team to both addresses, each with the other one masked', async () => {
  const [kept, former] = [await signUpPerson(service), await signUpPerson(service)];
  const ids = { id: kept.session.user.id, formerId: former.session.user.id };
  const by = { userId: ids.id, ipAddress: null };
  const notifyOwners = notifyMergedOwners(service.platform, mergeReferrals);
  expect(await mergePeople(service.platform, by, ids, notifyOwners)).toEqual({ ok: true });
  expect((await service.mailbox.next(kept.email)).text).toContain(kept.email);
  const { subject, text } = await service.mailbox.next(former.email);
  expect(subject).toContain('Suas contas são uma só');
  expect(text).not.toContain(kept.email);
});

test('the address of another person opens only the account that has it', async () => {
  const victim = await addTwoAccounts();
  const thief = await addTwoAccounts();
  // The thief's own account, with the victim's e-mail address on the express account.
  const thiefExpress = await openExpress(service, { email: victim.owner.email });
  expect(await merge(thiefExpress, thief.token)).toEqual(rejectedFor('other_email'));
  // The victim's express account, from a copied session.
  expect(await merge(victim.express, thief.token)).toEqual(rejectedFor('other_email'));
  // Without access to the victim's mailbox, an attacker has no token: invented and foreign ones are rejected.
  for (const token of ['', 'x.y.z', thiefExpress.session.access_token])
    expect(await merge(thiefExpress, token)).toMatchObject({ ok: false });
  expect(await isSessionActive(service, victim.express.session)).toBe(true);
  expect((await userOf(service, victim.ownerId)).email).toBe(victim.owner.email);
});

test('a code for one contact opens no other account', async () => {
  const { express } = await addTwoAccounts();
  const otherExpress = await openExpress(service);
  const accessId = await requestCode(service, otherExpress.email, otherExpress.session);
  const code = await readCode(service, otherExpress.email);
  const answer = await service.post('/access-codes/verify', { access_id: accessId, code, opens_owner: true });
  expect((await sessionOf(answer)).user.id).toBe(otherExpress.userId);
  expect(await merge(express, (await sessionOf(await enterOwnerCode(express))).access_token)).toEqual({
    ok: true,
  });
});

test('rejects an old session of the other account as proof, and one without its second factor', async () => {
  const { owner, token, express } = await addTwoAccounts();
  const { data } = await owner.client.mfa.enroll({ factorType: 'totp' });
  const totp = new TOTP({ secret: data!.totp.secret });
  const code = () => totp.generate({ timestamp: service.clock.now().getTime() });
  await owner.client.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  await service.mailbox.next(owner.email);
  service.clock.advance(601);
  expect(await merge(express, token)).toEqual({ ok: false, code: 'PROOF_INVALID' });
  const opened = await sessionOf(await enterOwnerCode(express));
  expect(await merge(express, opened.access_token)).toEqual({ ok: false, code: 'PROOF_INVALID' });
  const client = service.newClient();
  await client.setSession(opened);
  await client.mfa.challengeAndVerify({ factorId: data!.id, code: code() });
  const provedToken = (await client.getSession()).data.session!.access_token;
  expect(await merge(express, provedToken)).toEqual({ ok: true });
});

test.each([
  ['staff', async ({ ownerId }) => updateProfile(ownerId, { role: 'support' })],
  ['staff', async ({ express }) => updateProfile(express.userId, { role: 'admin' })],
  [
    'other_cpf',
    async ({ ownerId, express }) => {
      await updateProfile(ownerId, { cpf: '52998224725' });
      await updateProfile(express.userId, { cpf: '11144477735' });
    },
  ],
  [
    'affiliates',
    async ({ ownerId, express }) => {
      for (const userId of [ownerId, express.userId])
        await service.platform.db
          .insertInto('affiliates')
          .values({
            id: randomUUID(),
            userId,
            affiliateCode: randomUUID().slice(0, 8).toUpperCase(),
            createdAt: service.clock.now(),
          })
          .execute();
    },
  ],
  [
    'blocked',
    async ({ express }) => {
      await service.platform.db
        .updateTable('auth.users')
        .set({ bannedUntil: new Date('2099-01-01') })
        .where('id', '=', express.userId)
        .execute();
    },
  ],
] satisfies [string, (pair: Awaited<ReturnType<typeof addTwoAccounts>>) => Promise<unknown>][])(
  'support decides on %s',
  async (reason, prepare) => {
    const pair = await addTwoAccounts();
    await prepare(pair);
    expect(await merge(pair.express, pair.token)).toEqual(rejectedFor(reason));
    expect((await userOf(service, pair.ownerId)).email).toBe(pair.owner.email);
  },
);

test('rejects the merge while a change of the former account can be undone', async () => {
  const { ownerId, token, express } = await addTwoAccounts();
  const { platform } = service;
  await activateAffiliate(platform, express.userId);
  const key = {
    userId: express.userId,
    sessionId: randomUUID(),
    text: 'ladra@exemplo.com.br',
    ipAddress: null,
  };
  expect(await setPixKey(platform, key)).toMatchObject({ ok: true });
  expect(await merge(express, token)).toEqual(rejectedFor('recent_change'));
  expect((await userOf(service, ownerId)).email).not.toBeNull();
  await platform.db
    .updateTable('auth.reversibleChanges')
    .set({ expiresAt: service.clock.now() })
    .where('userId', '=', express.userId)
    .execute();
  expect(await merge(express, token)).toEqual({ ok: true });
});

test('only support merges an account that has its own address', async () => {
  const { token } = await addTwoAccounts();
  const otherPerson = await signUpPerson(service);
  expect(await merge({ userId: otherPerson.session.user.id }, token)).toEqual(rejectedFor('not_express'));
});

test('the person keeps a self-exclusion, a used coupon and the cotas of both accounts', async () => {
  const { ownerId, token, express } = await addTwoAccounts();
  const { db } = service.platform;
  const excludedUntil = new Date('2099-01-01');
  await db
    .insertInto('ownLimits')
    .values({ userId: express.userId, excludedUntil, updatedAt: service.clock.now() })
    .execute();
  const rifaId = await addRifa(db, 100);
  for (const userId of [ownerId, express.userId]) {
    await db.insertInto('rifaShares').values({ rifaId, userId, cotas: 3, most: 4 }).execute();
    await db
      .insertInto('couponClaims')
      .values({
        couponCode: 'VOLTEI20',
        personId: userId,
        useNo: 1,
        userId,
        clientRequestId: randomUUID(),
        createdAt: service.clock.now(),
      })
      .execute();
  }
  expect(await merge(express, token)).toEqual({ ok: true });
  expect(
    await db.selectFrom('ownLimits').select('excludedUntil').where('userId', '=', ownerId).execute(),
  ).toEqual([{ excludedUntil }]);
  expect(
    await db.selectFrom('rifaShares').select(['cotas', 'most']).where('userId', '=', ownerId).execute(),
  ).toEqual([{ cotas: 6, most: 6 }]);
  const uses = await db.selectFrom('couponClaims').select('useNo').where('personId', '=', ownerId).execute();
  expect(uses).toHaveLength(2);
});
