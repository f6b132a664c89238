import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

describe('the caller’s account', () => {
  test('merges metadata; null removes a key', async () => {
    const { client } = await signUpPerson(service);
    await client.updateUser({ data: { city: 'Maceió', name: null } });
    const { data } = await client.getUser();
    expect(data.user?.user_metadata).toEqual({ city: 'Maceió' });
  });

  test('ends the other sessions on a new password', async () => {
    const { client, email, password } = await signUpPerson(service);
    const otherClient = service.newClient();
    await otherClient.signInWithPassword({ email, password });
    expect((await client.updateUser({ password })).error).toMatchObject({ code: 'same_password' });
    expect((await client.updateUser({ password: 'novasenha' })).error).toBeNull();
    expect((await otherClient.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' });
    expect((await client.getUser()).error).toBeNull();
    expect((await service.newClient().signInWithPassword({ email, password: 'novasenha' })).error).toBeNull();
  });

  test('ends copies of the caller’s session on a new password', async () => {
    const { client } = await signUpPerson(service);
    const { access_token, refresh_token } = (await client.getSession()).data.session!;
    expect((await client.updateUser({ password: 'novasenha' })).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await service.newClient().getUser(access_token)).error).toMatchObject({
      name: 'AuthSessionMissingError',
    });
    expect((await service.newClient().refreshSession({ refresh_token })).error).toMatchObject({
      code: 'refresh_token_not_found',
    });
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.getUser()).error).toBeNull();
  });
});

test('omits metadata too large for a header from the token', async () => {
  const { client } = await signUpPerson(service);
  expect((await client.updateUser({ data: { note: 'x'.repeat(15_000) } })).error).toBeNull();
  await client.refreshSession();
  expect((await client.getUser()).data.user?.user_metadata.note).toHaveLength(15_000);
  const { error } = await client.updateUser({ data: { more: 'x'.repeat(2000) } });
  expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
});
