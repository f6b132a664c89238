/** Steps of an attack: real HTTP operations, with ids and contacts of the victim mixed in. */
import { createORPCClient } from '@orpc/client';
import { isContractProcedure } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { contract } from '@mare/contract/contract.ts';
import { SAMPLE_INPUTS } from '../sample-inputs.testing.ts';
import type { Answer, AttackedShop, Caller } from './attacked-shop.testing.ts';
import { PASSWORD, type Person } from './people.testing.ts';

/** Choices that a step makes, in order. */
export type Picks = readonly number[];

export type Step =
  | { do: 'call'; name: string; times: number; picks: Picks }
  | { do: 'auth'; route: AuthRoute; times: number; picks: Picks }
  | { do: 'wait'; seconds: number }
  /** At one instant. */
  | { do: 'both'; steps: readonly Step[] };

/** The attacker's hands: what she holds, and where she calls from. */
export interface Tokens {
  access: string;
  refresh: string;
}

export interface Hands {
  shop: AttackedShop;
  victim: Person;
  /** An honest account of the attacker; its contacts are hers. */
  own: Person | null;
  /** Newest first. */
  sessions: Tokens[];
  cookie: string | null;
  /** Whether she knows the victim's password. */
  knowsPassword: boolean;
  /** Calls come from one network, or each from another. */
  isCrowd: boolean;
  /** Everything that she sent: a response may repeat it. */
  sent: string[];
  /** The secret of a factor that she enrolled. */
  enrolled: { id: string; totp: TOTP } | null;
  challenge: { factorId: string; id: string } | null;
  /** Request of an access code. */
  accessId: string | null;
}

export const PROCEDURES = namesIn(contract);

function namesIn(router: object, prefix = ''): string[] {
  return Object.entries(router).flatMap(([key, entry]: [string, object]) =>
    isContractProcedure(entry) ? [prefix + key] : namesIn(entry, `${prefix}${key}.`),
  );
}

/** Tried more often: they change who a person is, or where mail and money go. */
const SENSITIVE = PROCEDURES.filter((name) =>
  /^(accounts|affiliates|partners|campaigns|notifications\.\w*(WhatsApp|Push)|orders\.\w*(ookup|ooked|ift|ithdraw)|admin\.\w*(ayout|Pix|efund|artner)|admin\.people)/.test(
    name,
  ),
);

/** Some operations are limited by number. */
const times = fc.constantFrom(1, 1, 1, 1, 12);
const picks = fc.array(fc.nat({ max: 999 }), { minLength: 6, maxLength: 6 });

/** Single steps, and two at one instant: of the same kind twice, or of different kinds. */
export function stepArbitrary(focus: readonly AuthRoute[] = AUTH_ROUTES): fc.Arbitrary<Step> {
  const single = singleStep(focus);
  const both = (steps: fc.Arbitrary<readonly Step[]>) =>
    fc.record({ do: fc.constant('both' as const), steps });
  return fc.oneof(
    { weight: 5, arbitrary: single },
    { weight: 1, arbitrary: both(single.map((step) => [step, step])) },
    { weight: 1, arbitrary: both(fc.tuple(single, single)) },
  );
}

function singleStep(focus: readonly AuthRoute[]): fc.Arbitrary<Step> {
  const call = (names: readonly string[]) =>
    fc.record({ do: fc.constant('call' as const), name: fc.constantFrom(...names), times, picks });
  return fc.oneof(
    { weight: 5, arbitrary: call(SENSITIVE) },
    { weight: 4, arbitrary: call(PROCEDURES) },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('auth' as const),
        route: fc.constantFrom(...focus),
        times,
        picks,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        seconds: fc.constantFrom(31, 61, 301, 601, 3500),
      }),
    },
  );
}

const FIRST_CHOICES = [0, 0, 0, 0, 0, 0];

/** Every operation of the auth service, and every sensitive one of the contract, once, on the victim. */
export function walk(routes: readonly AuthRoute[]): Step[] {
  return [
    ...routes.map((route): Step => ({ do: 'auth', route, times: 1, picks: FIRST_CHOICES })),
    ...SENSITIVE.map((name): Step => ({ do: 'call', name, times: 1, picks: FIRST_CHOICES })),
  ];
}

export async function runStep(hands: Hands, step: Step): Promise<Answer[]> {
  const answers: Answer[] = [];
  if (step.do === 'wait') {
    hands.shop.wait(step.seconds);
    if (step.seconds > 3000) await refreshSessions(hands);
  } else if (step.do === 'both') {
    const taken = await Promise.all(step.steps.map((one) => runStep(hands, one)));
    answers.push(...taken.flat());
  } else
    for (let time = 0; time < step.times; time++)
      answers.push(
        step.do === 'call'
          ? await callProcedure(hands, step)
          : await callAuth(hands, step.route, chooser(step.picks)),
      );
  return answers;
}

/** As the client does before an access token expires. */
async function refreshSessions(hands: Hands): Promise<void> {
  for (const session of hands.sessions) {
    const request = authRequest('POST', '/token?grant_type=refresh_token', {
      refresh_token: session.refresh,
    });
    const { status, text } = await hands.shop.send(request, { address: ATTACKER_ADDRESS });
    if (status === 200) Object.assign(session, tokensIn(text));
  }
}

export function tokensIn(text: string): Tokens | null {
  const body = JSON.parse(text) as { access_token?: string; refresh_token?: string };
  return body.access_token ? { access: body.access_token, refresh: body.refresh_token! } : null;
}

export const ATTACKER_ADDRESS = '192.0.2.66';

type Choose = <T>(from: readonly [T, ...T[]]) => T;

function chooser(given: Picks): Choose {
  let at = 0;
  return (from) => from[given[at++ % given.length]! % from.length]!;
}

let calls = 0;

function callerOf(hands: Hands, choose: Choose): Caller {
  calls += 1;
  const address = hands.isCrowd ? `198.${18 + ((calls >> 8) & 1)}.${calls & 255}.7` : ATTACKER_ADDRESS;
  const [newest] = hands.sessions;
  // Mostly the newest session, sometimes an older one.
  const session = newest && choose([newest, newest, newest, hands.sessions.at(-1)!]);
  return { address, token: session?.access ?? null, cookie: hands.cookie };
}

async function callProcedure(hands: Hands, { name, picks: given }: Step & { do: 'call' }): Promise<Answer> {
  const choose = chooser(given);
  const caller = callerOf(hands, choose);
  const input = aim(hands, name, SAMPLE_INPUTS[name], choose);
  const answer = await callApi(hands.shop, caller, name, input, (request) => hands.sent.push(request));
  const [cookie] = answer.headers.getSetCookie();
  if (cookie?.startsWith('mare_')) hands.cookie = cookie.split(';')[0]!;
  return answer;
}

/** Calls a procedure of the contract over HTTP. @param onSend gets the address and the body */
export async function callApi(
  shop: AttackedShop,
  caller: Caller,
  name: string,
  input: unknown,
  onSend: (request: string) => void = () => undefined,
): Promise<Answer> {
  let answer: Answer | undefined;
  const link = new OpenAPILink(contract, {
    url: 'http://localhost/api',
    fetch: async (request) => {
      const body = request.method === 'GET' ? '' : await request.clone().text();
      onSend(`${decodeURIComponent(request.url)} ${body}`);
      answer = await shop.send(request, caller);
      const { status, headers, text } = answer;
      return new Response([204, 304].includes(status) ? null : text, { status, headers });
    },
  });
  const procedure = name
    .split('.')
    .reduce((level, key) => (level as Record<string, unknown>)[key], createORPCClient(link) as unknown);
  await (procedure as (given: unknown) => Promise<unknown>)(input).catch(() => null);
  if (!answer) throw new Error(`${name} was not sent: give it a valid input in sample-inputs.testing.ts`);
  return answer;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Replaces ids, addresses, phones and codes of a sample input. */
function aim(hands: Hands, name: string, input: unknown, choose: Choose, key = ''): unknown {
  if (input instanceof File || input === null) return input;
  if (Array.isArray(input)) return input.map((item) => aim(hands, name, item, choose, key));
  if (typeof input === 'object')
    return Object.fromEntries(
      Object.entries(input).map(([field, part]) => [field, aim(hands, name, part, choose, field)]),
    );
  if (typeof input !== 'string') return input;
  const { victim, own } = hands;
  const mine = own ?? victim;
  if (UUID.test(input) && key !== 'requestId' && key !== 'idempotency-key')
    return choose([idFor(name, key, victim), idFor(name, key, victim), idFor(name, key, mine)]);
  if (key === 'pixKey') return choose(['ladrao@pix.example', '82988880000', victim.pixKey]);
  if (key === 'contact') return choose([victim.email, victim.phone, mine.email]);
  if (key === 'phone') return choose([victim.phone, '82988880000', mine.phone]);
  if (key === 'email') return choose([victim.email, victim.email, mine.email, 'ladrao@caixa.example']);
  if (key === 'password') return hands.knowsPassword ? PASSWORD : 'senha-chutada';
  if (key === 'code' && input === 'VALID') return choose([victim.ids.voucherCode!, 'VALID']);
  if (key === 'code') return choose([codeFor(hands), '123456']);
  return input;
}

const KIND_OF_KEY: Record<string, string> = {
  rifaId: 'rifa',
  externalReference: 'reference',
  reference: 'reference',
  orderId: 'order',
  formerId: 'user',
  userId: 'user',
};
const KIND_OF_FEATURE: [RegExp, string][] = [
  [/^accounts\.revokeSession/, 'session'],
  [/^(accounts|admin\.people)/, 'user'],
  [/Affiliate/, 'affiliate'],
  [/Voucher|voucher/, 'voucher'],
  [/Partner/, 'partner'],
  [/^orders/, 'order'],
  [/^(support|desk)/, 'ticket'],
  [/ifas/, 'rifa'],
];

function idFor(name: string, key: string, { ids }: Person): string {
  const kind = KIND_OF_KEY[key] ?? KIND_OF_FEATURE.find(([pattern]) => pattern.test(name))?.[1] ?? 'order';
  return ids[kind]!;
}

/** The last code that came to the attacker's own mailbox. */
function codeFor({ shop, own }: Hands): string {
  const mine = shop.messages.filter(({ to }) => own && (to === own.email || to.endsWith(own.phone)));
  return /\b\d{6}\b/.exec(mine.at(-1)?.text ?? '')?.[0] ?? '000000';
}

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

function authCall(hands: Hands, route: AuthRoute, choose: Choose): AuthCall {
  const { victim, own, shop, enrolled, challenge, knowsPassword } = hands;
  const mine = own ?? victim;
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
        email: choose([victim.email, newcomerOf(victim), mine.email]),
        token: choose([codeFor(hands), '000000', '123456']),
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
        access_id: hands.accessId ?? victim.id,
        code: choose(['000000', '123456']),
      });
    case 'change-password':
      return { method: 'PUT', path: '/user', body: { password: ATTACKER_PASSWORD } };
    case 'change-email':
      return { method: 'PUT', path: '/user', body: { email: choose(['ladrao@caixa.example', mine.email]) } };
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
      const known = enrolled?.id === (challenge?.factorId ?? factor) ? enrolled : null;
      return post(`/factors/${challenge?.factorId ?? factor}/verify`, {
        challenge_id: challenge?.id ?? victim.ids.factor,
        code: known?.totp.generate({ timestamp: shop.platform.clock.now().getTime() }) ?? '123456',
      });
    }
    case 'unenrol':
      return { method: 'DELETE', path: `/factors/${factor}` };
  }
}

export const ATTACKER_PASSWORD = 'Corvo-preto-9914';

/** An address without an account, whose owner signs up after the attack. */
export function newcomerOf({ email }: Person): string {
  return `nova-${email}`;
}

async function callAuth(hands: Hands, route: AuthRoute, choose: Choose): Promise<Answer> {
  const { method, path, body } = authCall(hands, route, choose);
  hands.sent.push(decodeURIComponent(path), body ? JSON.stringify(body) : '');
  const answer = await hands.shop.send(authRequest(method, path, body), callerOf(hands, choose));
  if (answer.status !== 200) return answer;
  if (route === 'link' || route === 'lure') return finishLinking(hands, route, answer);
  learn(hands, route, path, answer);
  return answer;
}

/**
 * The attacker links an identity of her own at the provider, or lures the victim to the address, whose browser then
 * signs in as the victim.
 */
async function finishLinking(
  { shop, victim }: Hands,
  who: 'link' | 'lure',
  { text, headers }: Answer,
): Promise<Answer> {
  const { url } = JSON.parse(text) as { url: string };
  shop.provider.person =
    who === 'lure'
      ? providerPersonOf(victim)
      : { sub: `ladrao-${victim.id}`, email: `ladrao-${victim.id}@google.example`, email_verified: true };
  const back = (await fetch(url, { redirect: 'manual' })).headers.get('location')!;
  const cookie = who === 'link' ? headers.getSetCookie()[0]?.split(';')[0] : null;
  const address = who === 'link' ? ATTACKER_ADDRESS : victim.address;
  return shop.send(new Request(back), { address, cookie: cookie ?? null });
}

/** The victim at the identity provider. */
export function providerPersonOf({ id, email }: Person) {
  return { sub: `google-${id}`, email, email_verified: true };
}

export function authRequest(method: string, path: string, body?: object): Request {
  return new Request(`http://localhost/auth/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/** Keeps sessions, factors and challenges that a response opened. */
function learn(hands: Hands, route: AuthRoute, path: string, { text }: Answer): void {
  const body = JSON.parse(text || '{}') as { id?: string; totp?: { secret: string } };
  const tokens = tokensIn(text || '{}');
  if (route === 'ask-access-code') hands.accessId = (body as { access_id?: string }).access_id ?? null;
  // Of use to an attacker without a better session.
  if (tokens && (route !== 'open-express' || hands.sessions.length === 0)) hands.sessions.unshift(tokens);
  if (route === 'enrol-app' && body.totp)
    hands.enrolled = {
      id: body.id!,
      totp: new TOTP({ secret: Secret.fromBase32(body.totp.secret), digits: 6, period: 30 }),
    };
  if (route === 'challenge') hands.challenge = { factorId: path.split('/')[2]!, id: body.id! };
}
