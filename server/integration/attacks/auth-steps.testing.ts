/** Operations of the auth service, on the victim's account. */
import { Secret, TOTP } from 'otpauth';
import type { ShopResponse } from './attacked-shop.testing.ts';
import {
  ATTACKER_IP,
  ATTACKER_PASSWORD,
  authRequest,
  callerOf,
  type Choose,
  codeFor,
  type AttackerState,
  newcomerOf,
  tokensIn,
} from './attacker-state.testing.ts';
import { PASSWORD, type Person } from './people.testing.ts';

/** Open to callers without a session. */
export const ANONYMOUS_AUTH_ROUTES = [
  'sign-in',
  'sign-up',
  'recover',
  'resend',
  'otp',
  'verify',
  'open-express',
  'ask-access-code',
  'enter-with-code',
] as const;

export const AUTH_ROUTES = [
  ...ANONYMOUS_AUTH_ROUTES,
  'change-password',
  'change-email',
  'change-data',
  'read-user',
  'sign-out',
  'link',
  'lure',
  'unlink',
  'enrol-app',
  'enrol-phone',
  'challenge',
  'verify-factor',
  'unenrol',
] as const;
export type AuthRoute = (typeof AUTH_ROUTES)[number];

interface AuthCall {
  method: string;
  path: string;
  body?: object;
}

function authCall(state: AttackerState, route: AuthRoute, choose: Choose): AuthCall {
  const { victim, own, shop, enrolled, challenge, knowsPassword } = state;
  const ownAccount = own ?? victim;
  const post = (path: string, body: object): AuthCall => ({ method: 'POST', path, body });
  const factor = choose([enrolled?.id ?? victim.ids.factor!, victim.ids.factor!]);
  switch (route) {
    case 'sign-in':
      return post('/token?grant_type=password', {
        email: victim.email,
        password: knowsPassword ? PASSWORD : 'senha-chutada',
      });
    case 'sign-up':
      return post('/signup', {
        email: choose([newcomerOf(victim), victim.email]),
        password: ATTACKER_PASSWORD,
        data: { name: 'Ladrão' },
      });
    case 'recover':
      return post('/recover', { email: choose([victim.email, newcomerOf(victim)]) });
    case 'resend':
      return post('/resend', {
        type: choose(['signup', 'email_change']),
        email: choose([victim.email, newcomerOf(victim)]),
      });
    case 'otp':
      return post('/otp', { email: victim.email });
    case 'verify':
      return post('/verify', {
        type: choose(['recovery', 'signup', 'email', 'email_change']),
        email: choose([victim.email, newcomerOf(victim), ownAccount.email]),
        token: choose([codeFor(state), '000000', '123456']),
      });
    case 'open-express':
      return post('/express', {
        email: choose([victim.email, 'ladrao@caixa.example']),
        phone: choose([victim.phone, '82988880000']),
        data: { name: 'Ladrão' },
      });
    case 'ask-access-code':
      return post('/access-codes', { contact: choose([victim.email, victim.phone, newcomerOf(victim)]) });
    case 'enter-with-code':
      return post('/access-codes/verify', {
        access_id: state.accessId ?? victim.id,
        code: choose(['000000', '123456']),
      });
    case 'change-password':
      return { method: 'PUT', path: '/user', body: { password: ATTACKER_PASSWORD } };
    case 'change-email':
      return {
        method: 'PUT',
        path: '/user',
        body: { email: choose(['ladrao@caixa.example', ownAccount.email]) },
      };
    case 'change-data':
      return { method: 'PUT', path: '/user', body: { data: { name: 'Ladrão' }, phone: '82988880000' } };
    case 'read-user':
      return { method: 'GET', path: '/user' };
    case 'sign-out':
      return post(`/logout?scope=${choose(['others', 'others', 'others', 'others', 'global', 'local'])}`, {});
    case 'link':
    case 'lure':
      return {
        method: 'GET',
        path: '/user/identities/authorize?provider=google&skip_http_redirect=true',
      };
    case 'unlink':
      return { method: 'DELETE', path: `/user/identities/${victim.ids.identity}` };
    case 'enrol-app':
      return post('/factors', { factor_type: 'totp', friendly_name: String(choose([1, 2, 3, 4, 5])) });
    case 'enrol-phone':
      return post('/factors', {
        factor_type: 'phone',
        phone: choose([`55${victim.phone}`, '5582988880000']),
      });
    case 'challenge':
      return post(`/factors/${factor}/challenge`, {});
    case 'verify-factor': {
      const knownFactor = enrolled?.id === (challenge?.factorId ?? factor) ? enrolled : null;
      return post(`/factors/${challenge?.factorId ?? factor}/verify`, {
        challenge_id: challenge?.id ?? victim.ids.factor,
        code: knownFactor?.totp.generate({ timestamp: shop.platform.clock.now().getTime() }) ?? '123456',
      });
    }
    case 'unenrol':
      return { method: 'DELETE', path: `/factors/${factor}` };
  }
}

export async function callAuth(
  state: AttackerState,
  route: AuthRoute,
  choose: Choose,
): Promise<ShopResponse> {
  const { method, path, body } = authCall(state, route, choose);
  state.sent.push(decodeURIComponent(path), body ? JSON.stringify(body) : '');
  const response = await state.shop.send(authRequest(method, path, body), callerOf(state, choose));
  if (response.status !== 200) return response;
  if (route === 'link' || route === 'lure') return finishLinking(state, route, response);
  rememberCredentials(state, route, path, response);
  return response;
}

/**
 * The attacker links an identity of her own at the provider, or lures the victim to the address, whose browser then
 * signs in as the victim.
 */
async function finishLinking(
  { shop, victim }: AttackerState,
  who: 'link' | 'lure',
  { text, headers }: ShopResponse,
): Promise<ShopResponse> {
  const { url } = JSON.parse(text) as { url: string };
  shop.provider.person =
    who === 'lure'
      ? providerPersonOf(victim)
      : { sub: `ladrao-${victim.id}`, email: `ladrao-${victim.id}@google.example`, email_verified: true };
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
  const cookie = who === 'link' ? headers.getSetCookie()[0]?.split(';')[0] : null;
  const ipAddress = who === 'link' ? ATTACKER_IP : victim.ipAddress;
  return shop.send(new Request(back), { ipAddress, cookie: cookie ?? null });
}

/** The victim at the identity provider. */
export function providerPersonOf({ id, email }: Person) {
  return { sub: `google-${id}`, email, email_verified: true };
}

/** Keeps sessions, factors and challenges that a response opened. */
function rememberCredentials(
  state: AttackerState,
  route: AuthRoute,
  path: string,
  { text }: ShopResponse,
): void {
  const body = JSON.parse(text || '{}') as { id?: string; totp?: { secret: string } };
  const tokens = tokensIn(text || '{}');
  if (route === 'ask-access-code') state.accessId = (body as { access_id?: string }).access_id ?? null;
  // Useful only to an attacker without a better session.
  if (tokens && (route !== 'open-express' || state.sessions.length === 0)) state.sessions.unshift(tokens);
  if (route === 'enrol-app' && body.totp)
    state.enrolled = {
      id: body.id!,
      totp: new TOTP({ secret: Secret.fromBase32(body.totp.secret), digits: 6, period: 30 }),
    };
  if (route === 'challenge') state.challenge = { factorId: path.split('/')[2]!, id: body.id! };
}
