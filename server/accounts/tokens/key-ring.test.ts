import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuth } from '../auth.ts';
import { readAuthSettings } from '../auth-settings.ts';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';
import { publishedKeys, rotateSigningKey } from './key-ring.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

test('publishes a key before its first signature and until its tokens have expired', async () => {
  const kidOf = (token: string) =>
    (JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as { kid: string }).kid;
  const { client, session } = await signUpPerson(service);
  const rotated = await rotateSigningKey(
    openAuth(service.platform, readAuthSettings({}, service.platform.config)),
  );
  expect([...(await publishedKeys(service.platform)).keys()]).toContain(rotated);
  expect(kidOf((await client.refreshSession()).data.session!.access_token)).toBe(kidOf(session.access_token));
  service.clock.advance(601);
  const renewed = (await client.refreshSession()).data.session!;
  expect(kidOf(renewed.access_token)).toBe(rotated);
  expect((await client.getUser(session.access_token)).error).toBeNull();
  service.clock.advance(3601);
  expect([...(await publishedKeys(service.platform)).keys()]).not.toContain(kidOf(session.access_token));
});
