/** State and choices of an attacker. */
import type { TOTP } from 'otpauth';
import type { AttackedShop, Caller } from './attacked-shop.testing.ts';
import type { Person } from './people.testing.ts';

export interface Tokens {
  access: string;
  refresh: string;
}

/** Credentials that the attacker holds, and the network she calls from. */
export interface AttackerState {
  shop: AttackedShop;
  victim: Person;
  /** An honest account of the attacker; its contacts are hers. */
  own: Person | null;
  /** Newest first. */
  sessions: Tokens[];
  cookie: string | null;
  /** Whether she knows the victim's password. */
  knowsPassword: boolean;
  /** All calls come from one network, or each from another. */
  isCrowd: boolean;
  /** Everything that she sent, which responses may contain. */
  sent: string[];
  /** The secret of a factor that she enrolled. */
  enrolled: { id: string; totp: TOTP } | null;
  challenge: { factorId: string; id: string } | null;
  /** Request of an access code. */
  accessId: string | null;
}

export function tokensIn(text: string): Tokens | null {
  const body = JSON.parse(text) as { access_token?: string; refresh_token?: string };
  return body.access_token ? { access: body.access_token, refresh: body.refresh_token! } : null;
}

export const ATTACKER_IP = '192.0.2.66';

export const ATTACKER_PASSWORD = 'Corvo-preto-9914';

/** An e-mail address without an account, whose owner signs up after the attack. */
export function newcomerOf({ email }: Person): string {
  return `nova-${email}`;
}

/** Choices that a step makes, in order. */
export type Picks = readonly number[];

export type Choose = <T>(from: readonly [T, ...T[]]) => T;

export function chooser(given: Picks): Choose {
  let at = 0;
  return (from) => from[given[at++ % given.length]! % from.length]!;
}

let calls = 0;

export function callerOf(state: AttackerState, choose: Choose): Caller {
  calls += 1;
  const ipAddress = state.isCrowd ? `198.${18 + ((calls >> 8) & 1)}.${calls & 255}.7` : ATTACKER_IP;
  const [newest] = state.sessions;
  // Mostly the newest session, sometimes an older one.
  const session = newest && choose([newest, newest, newest, state.sessions.at(-1)!]);
  return { ipAddress, token: session?.access ?? null, cookie: state.cookie };
}

/** Latest code in the attacker's own mailbox. */
export function codeFor({ shop, own }: AttackerState): string {
  const ownMessages = shop.messages.filter(({ to }) => own && (to === own.email || to.endsWith(own.phone)));
  return /\b\d{6}\b/.exec(ownMessages.at(-1)?.text ?? '')?.[0] ?? '000000';
}

export function authRequest(method: string, path: string, body?: object): Request {
  return new Request(`http://localhost/auth/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
}
