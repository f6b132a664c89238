import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service.stop());

async function newToken(): Promise<string> {
  return (await signUpPerson(service)).session.access_token;
}

async function rejectionOf(token: string): Promise<unknown> {
  const response = await fetch(`${service.url}/user`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(403);
  return ((await response.json()) as { msg?: string; message?: string }).msg;
}

const replaceHeader = (token: string, header: object) =>
  [Buffer.from(JSON.stringify(header)).toString('base64url'), ...token.split('.').slice(1)].join('.');

// Sequential: the last case deletes the keys.
// @covers storefront 8: 'JWKS is empty', 'No matching signing key found in JWKS', 'Invalid JWT signature'
//   [server/accounts/tokens/access-token.ts]
test('rejects tokens with a wrong signature, an unknown key or without keys, each with its reason', async () => {
  const [token, otherToken] = [await newToken(), await newToken()];
  const [head, body] = token.split('.');
  expect(await rejectionOf([head, body, otherToken.split('.')[2]].join('.'))).toContain(
    'Invalid JWT signature',
  );
  const unknownKeyToken = replaceHeader(token, {
    alg: 'ES256',
    typ: 'JWT',
    kid: service.platform.random.uuid(),
  });
  expect(await rejectionOf(unknownKeyToken)).toContain('No matching signing key found in JWKS');
  await service.platform.db.deleteFrom('auth.signingKeys').execute();
  service.clock.advance(24 * 3600);
  expect(await rejectionOf(token)).toContain('JWKS is empty');
});
