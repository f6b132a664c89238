/** Argon2id password hashes in PHC form (OWASP's parameters: 19 MiB, two passes, one lane). */
import { hash, verify } from '@node-rs/argon2';
import {
  validatePasswordLength,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from '@mare/domain/accounts/security/credentials.ts';
import { isPersonalPassword } from '@mare/domain/accounts/security/personal-password.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSite } from '../../settings/read-site.ts';
import { reject, type Rejection } from '../protocol/outcome.ts';
import { isCommonPassword } from './common-passwords.ts';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT_FORM = '$argon2id$v=19$m=19456,t=2,p=1$';
/** Maximum concurrent hashes, which bounds memory and threads. */
const MAX_CONCURRENT = 3;

/** Dummy hash against timing attacks. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$LuwkhSFC70+RSh+bp/kXSg$U0WWd2HMFynhYPWA/n/jad9EHMtLvxOLnu5HDU52KRY';

let running = 0;
const waiting: (() => void)[] = [];

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, PARAMETERS));
}

/** Takes the same time without a password or account. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await inTurn(() => verify(stored ?? DUMMY_HASH, password));
  return matches && stored != null;
}

/** Whether the hash uses older parameters and needs rehashing. */
export function isOutdatedHash(stored: string): boolean {
  return !stored.startsWith(CURRENT_FORM);
}

/**
 * Validates a new password, outside demo also against common passwords and public facts about person and shop. Null
 * if valid.
 */
export async function validateChosenPassword(
  platform: Pick<Platform, 'config' | 'db' | 'caches' | 'clock'>,
  password: string,
  person: { name: unknown; email: string },
): Promise<Rejection | null> {
  const rejection = validatePassword(password);
  if (rejection || platform.config.demo) return rejection;
  const about = {
    shop: (await readSite(platform)).name,
    name: typeof person.name === 'string' ? person.name : '',
    email: person.email,
  };
  if (isPersonalPassword(password, about)) {
    const message = 'Password is made of your name, your e-mail or the name of the site.';
    return reject(422, 'weak_password', message, { reasons: ['personal'] });
  }
  if (!(await isCommonPassword(password))) return null;
  const message = 'Password is known to be weak and easy to guess, please choose a different one.';
  return reject(422, 'weak_password', message, { reasons: ['pwned'] });
}

/** Validates the length of a password. Null if valid. */
export function validatePassword(password: string): Rejection | null {
  const length = validatePasswordLength(password);
  if (length === 'short') {
    const message = `Password should be at least ${PASSWORD_MIN_CHARACTERS} characters.`;
    return reject(422, 'weak_password', message, { reasons: ['length'] });
  }
  if (length === 'long')
    return reject(
      400,
      'validation_failed',
      `Password cannot be longer than ${PASSWORD_MAX_CHARACTERS} characters`,
    );
  return null;
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((resume) => waiting.push(resume));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
