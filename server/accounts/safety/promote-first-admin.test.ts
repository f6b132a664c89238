import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';

const ADMIN_EMAIL = 'dona@exemplo.com.br';
const password = 'segredo123';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService({ ADMIN_EMAIL: 'Dona@exemplo.com.br' });
});
afterAll(() => service.stop());

async function roleOf(email: string): Promise<string> {
  const { role } = await service.platform.db
    .selectFrom('profiles')
    .select('role')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return role;
}

async function signInByRecoveryCode(email: string): Promise<void> {
  // One mail a minute.
  service.clock.advance(61);
  const client = service.newClient();
  await client.resetPasswordForEmail(email);
  const token = /código: (\d{6})/.exec((await service.mailbox.next(email)).text)![1]!;
  expect((await client.verifyOtp({ email, token, type: 'recovery' })).error).toBeNull();
}

test('promotes ADMIN_EMAIL once it is confirmed by mail and there is no admin', async () => {
  for (const email of [ADMIN_EMAIL, 'outra@exemplo.com.br'])
    await service.newClient().signUp({ email, password });
  // The account exists, but its e-mail address is unconfirmed.
  expect(await roleOf(ADMIN_EMAIL)).toBe('buyer');
  await signInByRecoveryCode('outra@exemplo.com.br');
  expect(await roleOf('outra@exemplo.com.br')).toBe('buyer');
  await signInByRecoveryCode(ADMIN_EMAIL);
  expect(await roleOf(ADMIN_EMAIL)).toBe('admin');

  const { db } = service.platform;
  const logged = db.selectFrom('activityLogs').select('id').where('action', '=', 'change-role').execute();
  expect(await logged).toHaveLength(1);
  await db
    .updateTable('profiles')
    .set({ role: 'admin' })
    .where('email', '=', 'outra@exemplo.com.br')
    .execute();
  await db.updateTable('profiles').set({ role: 'buyer' }).where('email', '=', ADMIN_EMAIL).execute();
  await signInByRecoveryCode(ADMIN_EMAIL);
  expect(await roleOf(ADMIN_EMAIL)).toBe('buyer');
});
