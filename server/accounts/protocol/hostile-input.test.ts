/** No client input causes a 5xx. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAuthService, type TestAuthService } from '../accounts.testing.ts';

const ENDPOINTS: [method: string, path: string][] = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['POST', '/token'],
  ['POST', '/recover'],
  ['POST', '/resend'],
  ['POST', '/otp'],
  ['POST', '/verify'],
  ['GET', '/verify'],
  ['GET', '/authorize'],
  ['GET', '/callback'],
  ['POST', '/callback'],
  ['PUT', '/user'],
  ['GET', '/user/identities/authorize'],
  ['DELETE', '/user/identities/x'],
  ['POST', '/factors'],
  ['POST', '/factors/x/challenge'],
  ['POST', '/factors/x/verify'],
  ['DELETE', '/factors/x'],
];
const FIELDS = [
  'email',
  'password',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'code_challenge_method',
  'factor_type',
  'friendly_name',
  'issuer',
  'phone',
  'challenge_id',
  'code',
  'provider',
  'redirect_to',
  'state',
  'scopes',
];

let service: TestAuthService;
let bearer: string;
beforeAll(async () => {
  service = await startAuthService({ AUTH_ADDRESS_LIMIT_FACTOR: '1000' });
  const { data } = await service.newClient().signUp({ email: 'alvo@example.com', password: 'segredo' });
  bearer = `Bearer ${data.session!.access_token}`;
});
afterAll(() => service.stop());

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\uD800',
    '__proto__',
    "'; drop table x; --",
    'totp',
    'phone',
    'signup',
    'recovery',
    's256',
  ),
  fc.constantFrom(
    'alvo@example.com',
    'A@B.co',
    `${'x'.repeat(300)}@b.co`,
    '00000000-0000-4000-8000-000000000000',
  ),
);
const value = fc.oneof({ weight: 3, arbitrary: text }, fc.jsonValue({ maxDepth: 3 }));
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.dictionary(fc.constantFrom(...FIELDS), value).map((fields) => JSON.stringify(fields)),
  },
  fc.json(),
  text,
);
const query = fc.dictionary(fc.constantFrom(...FIELDS), text, { maxKeys: 4 });

test('never responds 5xx to random bodies and queries', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...ENDPOINTS),
      body,
      query,
      fc.boolean(),
      async (endpoint, sent, parameters, signedIn) => {
        const [method, path] = endpoint;
        // Avoids rate limits, which would reject before the endpoints.
        service.clock.advance(10);
        const url = new URL(service.url + path);
        for (const [name, text] of Object.entries(parameters)) url.searchParams.set(name, text);
        const response = await fetch(url, {
          method,
          redirect: 'manual',
          headers: { 'content-type': 'application/json', ...(signedIn && { authorization: bearer }) },
          ...(method === 'GET' ? {} : { body: sent }),
        });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 300 },
  );
});
