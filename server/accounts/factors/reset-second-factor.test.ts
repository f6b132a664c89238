import { createRouterClient } from '@orpc/server';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testContext } from '../../platform/http/api.testing.ts';
import { readPerson } from '../../admin/people/read-person.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { accountsRoutes } from '../accounts.routes.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

async function signUpAdmin() {
  const { session } = await signUpPerson(service);
  const { id } = session.user;
  const context = testContext(service.platform, { userId: id, role: 'admin' });
  return { id, accounts: createRouterClient(accountsRoutes, { context }) };
}

const readPersonAsAdmin = (id: string) => readPerson(service.platform.db, id, service.clock.now());

async function signUpWithSecondFactor() {
  const person = await signUpPerson(service);
  const { data: factor } = await person.client.mfa.enroll({ factorType: 'totp' });
  const { secret } = (factor as { totp: { secret: string } }).totp;
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: service.clock.now().getTime(),
  });
  const verified = await person.client.mfa.challengeAndVerify({ factorId: factor!.id, code });
  expect(verified.error).toBeNull();
  return { ...person, id: person.session.user.id };
}

test('removes the second factor, ends all sessions and notifies the owner', async () => {
  const { accounts } = await signUpAdmin();
  const { client, id, email, password } = await signUpWithSecondFactor();
  expect(await readPersonAsAdmin(id)).toMatchObject({ hasSecondFactor: true });
  await accounts.resetSecondFactor({ id, reason: 'Mandou foto com o documento' });
  expect(await readPersonAsAdmin(id)).toMatchObject({ hasSecondFactor: false });
  expect((await client.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
  // Both mails are sent at the same time.
  const notices = [await service.mailbox.next(email), await service.mailbox.next(email)];
  expect(
    notices.map(({ subject }) => /(?<=^Verificação em duas etapas )\w+/.exec(subject)?.[0] ?? '').toSorted(),
  ).toEqual(['ativada', 'desativada']);

  const newClient = service.newClient();
  expect((await newClient.signInWithPassword({ email, password })).error).toBeNull();
  const { data: level } = await newClient.mfa.getAuthenticatorAssuranceLevel();
  expect(level).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });
  const log = await service.platform.db
    .selectFrom('activityLogs')
    .select(['action', 'details'])
    .where('entityId', '=', id)
    .where('entityType', '=', 'user')
    .execute();
  expect(log).toMatchObject([
    { action: 'reset-second-factor', details: { reason: 'Mandou foto com o documento' } },
  ]);
});

test('rejects resetting your own second factor, or a missing one', async () => {
  const { id, accounts } = await signUpAdmin();
  const reason = 'Perdeu o celular';
  await expect(accounts.resetSecondFactor({ id, reason })).rejects.toMatchObject({
    code: 'CANNOT_TARGET_SELF',
  });
  const idWithoutFactor = (await signUpPerson(service)).session.user.id;
  await expect(accounts.resetSecondFactor({ id: idWithoutFactor, reason })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
