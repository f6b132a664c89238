/** Exact status, code and message of every error: clients depend on them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpPerson, startAuthService, type TestAuthService } from '../accounts.testing.ts';

let service: TestAuthService;
let bearer: string;
beforeAll(async () => {
  service = await startAuthService();
  bearer = `Bearer ${(await signUpPerson(service)).session.access_token}`;
});
afterAll(() => service.stop());

async function rejectionTo(request: string, body?: unknown): Promise<unknown> {
  const [method = '', path = ''] = request.split(' ');
  const response = await fetch(service.url + path, {
    method,
    redirect: 'manual',
    headers: {
      authorization: bearer,
      'content-type': 'application/json',
      'x-supabase-api-version': '2024-01-01',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const { code, message } = (await response.json()) as { code: string; message: string };
  return [response.status, code, message];
}

const password = 'segredo';
const UNKNOWN_EMAIL = 'ninguem@example.com';
const INVALID_EMAIL = 'Unable to validate email address: invalid format';
const CHALLENGE_METHOD = 'PKCE flow requires code_challenge_method and code_challenge';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

// @covers storefront 7: every rejection of the auth service by status, code and message; 'Invalid login
//   credentials', 'Refresh token is not valid', 'missing email or phone' [server/accounts/protocol/outcome.ts]
test.each<[string, unknown, number, string, string]>([
  ['POST /signup', { email: UNKNOWN_EMAIL }, 400, 'validation_failed', 'Signup requires a valid password'],
  ['POST /signup', { password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  ['POST /signup', { email: 'a', password }, 400, 'validation_failed', INVALID_EMAIL],
  [
    'POST /signup',
    { email: UNKNOWN_EMAIL, password: 'ção12' },
    422,
    'weak_password',
    'Password should be at least 6 characters.',
  ],
  [
    'POST /signup',
    { email: UNKNOWN_EMAIL, password: '7'.repeat(73) },
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
  [
    'POST /signup',
    { email: UNKNOWN_EMAIL, password, code_challenge: 'x'.repeat(43) },
    400,
    'validation_failed',
    CHALLENGE_METHOD,
  ],
  ['POST /token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ['POST /token?grant_type=id_token', {}, 400, 'invalid_credentials', 'unsupported_grant_type'],
  ['POST /token?grant_type=password', { password }, 400, 'validation_failed', 'missing email or phone'],
  [
    'POST /token?grant_type=password',
    { email: UNKNOWN_EMAIL, password },
    400,
    'invalid_credentials',
    'Invalid login credentials',
  ],
  ['POST /token?grant_type=refresh_token', {}, 400, 'validation_failed', 'Refresh token is not valid'],
  [
    'POST /token?grant_type=refresh_token',
    { refresh_token: 'A'.repeat(54) },
    400,
    'refresh_token_not_found',
    'Invalid Refresh Token: Refresh Token Not Found',
  ],
  [
    'POST /token?grant_type=pkce',
    { auth_code: 'x' },
    400,
    'validation_failed',
    'invalid request: both auth code and code verifier should be non-empty',
  ],
  [
    'POST /token?grant_type=pkce',
    { auth_code: 'x', code_verifier: 'y' },
    404,
    'flow_state_not_found',
    'invalid flow state, no valid flow state found',
  ],
  ['POST /recover', {}, 400, 'validation_failed', INVALID_EMAIL],
  [
    'POST /resend',
    { email: UNKNOWN_EMAIL, type: 'recovery' },
    400,
    'validation_failed',
    'Missing one of these types: signup, email_change, sms, phone_change',
  ],
  ['POST /otp', { email: UNKNOWN_EMAIL }, 422, 'otp_disabled', 'Signups not allowed for otp'],
  [
    'POST /verify',
    { type: 'recovery', email: UNKNOWN_EMAIL, token: '123456' },
    403,
    'otp_expired',
    'Token has expired or is invalid',
  ],
  [
    'POST /verify',
    { type: 'recovery', token_hash: 'x' },
    403,
    'otp_expired',
    'Email link is invalid or has expired',
  ],
  [
    'GET /verify?token=a%00&type=recovery',
    undefined,
    400,
    'validation_failed',
    'Query holds text that cannot be stored',
  ],
  [
    'GET /authorize?provider=outro',
    undefined,
    400,
    'validation_failed',
    'Unsupported provider: provider outro is not enabled',
  ],
  ['PUT /user', { app_metadata: {} }, 403, 'not_admin', 'Updating app_metadata requires admin privileges'],
  ['PUT /user', { email: 'a' }, 400, 'validation_failed', INVALID_EMAIL],
  [
    'PUT /user',
    { password },
    422,
    'same_password',
    'New password should be different from the old password.',
  ],
  ['POST /logout?scope=tudo', undefined, 400, 'validation_failed', 'Unsupported logout scope "tudo"'],
  ['DELETE /user/identities/1', undefined, 404, 'validation_failed', 'identity_id must be an UUID'],
  [`DELETE /user/identities/${UNKNOWN_ID}`, undefined, 422, 'identity_not_found', "Identity doesn't exist"],
  [
    'POST /factors',
    { factor_type: 'fax' },
    400,
    'validation_failed',
    'factor_type needs to be totp, phone, or webauthn',
  ],
  [
    'POST /factors',
    { factor_type: 'webauthn' },
    422,
    'mfa_webauthn_enroll_not_enabled',
    'MFA enroll is disabled for WebAuthn',
  ],
  [
    'POST /factors',
    { factor_type: 'phone', phone: '1' },
    400,
    'validation_failed',
    'Invalid phone number format (E.164 required)',
  ],
  [`DELETE /factors/${UNKNOWN_ID}`, undefined, 404, 'mfa_factor_not_found', 'Factor not found'],
  ['DELETE /factors/1', undefined, 404, 'validation_failed', 'factor_id must be an UUID'],
  ['GET /admin/users', undefined, 404, 'not_found', 'Not found'],
  ['GET /token', undefined, 404, 'not_found', 'Not found'],
])('%s with %j is answered %i %s, "%s"', async (request, body, status, code, message) => {
  expect(await rejectionTo(request, body)).toEqual([status, code, message]);
});
