/** A 30-minute session opened by a one-time code: a random token in a cookie, its hash in the table. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { spend, type Limit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { type Contact, readContact } from '@mare/domain/accounts/contact.ts';
import type { Cookies } from '../../platform/http/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { CODE_MINUTES, lookupCodeHash } from './lookup-code.ts';
import { sendLookupCodeJob } from './send-lookup-code.job.ts';

const COOKIE = 'mare_numbers';
const SESSION_MINUTES = 30;
const CODE_TRIES = 5;
const COOKIE_SETTINGS = { path: '/api/own-numbers', sameSite: 'Strict' } as const;

const CODES_OF_NETWORK: Limit = { name: 'lookup-network', hits: 20, seconds: 900 };
const CODES_OF_CONTACT: Limit = { name: 'lookup-contact', hits: 5, seconds: 3600 };
const TRIES_OF_NETWORK: Limit = { name: 'lookup-tries', hits: 30, seconds: 900 };

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;
interface TooMany {
  ok: false;
  code: 'TOO_MANY_REQUESTS';
  retryAfterSeconds: number;
}

/** Constant work for known and unknown contacts: the job looks up the buyer. */
export async function sendLookupCode(
  { db, clock, random, jobs }: Deps,
  { contact: typed, address }: { contact: string; address: string },
): Promise<{ ok: true; lookupId: string } | { ok: false; code: 'INVALID_CONTACT' } | TooMany> {
  const contact = readContact(typed);
  if (!contact) return { ok: false, code: 'INVALID_CONTACT' };
  const wait =
    (await spend(db, clock, CODES_OF_NETWORK, networkOf(address))) ??
    (await spend(db, clock, CODES_OF_CONTACT, contactKey(contact)));
  if (wait !== null) return tooMany(wait);
  const lookupId = random.uuid();
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('numberLookups').where('expiresAt', '<=', now).execute();
    await trx
      .insertInto('numberLookups')
      .values({ id: lookupId, expiresAt: minutesAfter(now, CODE_MINUTES) })
      .execute();
    await jobs.enqueue(trx, sendLookupCodeJob, { lookupId, contact });
  });
  return { ok: true, lookupId };
}

/** A code opens one session; five wrong codes invalidate it. */
export async function openLookup(
  { db, clock, random }: Deps,
  cookies: Cookies,
  { lookupId, code, address }: { lookupId: string; code: string; address: string },
): Promise<{ ok: true } | { ok: false; code: 'CODE_INVALID' } | TooMany> {
  const wait = await spend(db, clock, TRIES_OF_NETWORK, networkOf(address));
  if (wait !== null) return tooMany(wait);
  const now = clock.now();
  // Counts the attempt before comparing, so that concurrent attempts cannot share a count.
  const tried = await db
    .updateTable('numberLookups')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', lookupId)
    .where('expiresAt', '>', now)
    .where('tries', '<', CODE_TRIES)
    .returning('codeHash')
    .executeTakeFirst();
  const given = lookupCodeHash(lookupId, code);
  if (!tried?.codeHash || !timingSafeEqual(given, tried.codeHash)) return { ok: false, code: 'CODE_INVALID' };
  const token = random.bytes(32).toString('base64url');
  const opened = await db
    .updateTable('numberLookups')
    .set({ tokenHash: sha256(token), codeHash: null, expiresAt: minutesAfter(now, SESSION_MINUTES) })
    .where('id', '=', lookupId)
    .where('codeHash', '=', given)
    .executeTakeFirst();
  if (opened.numUpdatedRows === 0n) return { ok: false, code: 'CODE_INVALID' };
  cookies.set(COOKIE, token, { ...COOKIE_SETTINGS, maxAgeSeconds: SESSION_MINUTES * 60 });
  return { ok: true };
}

/** Buyers whose orders the browser may see; null without a session. */
export async function findLookedUp(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  cookies: Cookies,
): Promise<string[] | null> {
  const token = cookies.read(COOKIE);
  if (!token) return null;
  const session = await db
    .selectFrom('numberLookups')
    .select('userIds')
    .where('tokenHash', '=', sha256(token))
    .where('expiresAt', '>', clock.now())
    .executeTakeFirst();
  return session?.userIds ?? null;
}

export async function closeLookup({ db }: Pick<Platform, 'db'>, cookies: Cookies): Promise<void> {
  const token = cookies.read(COOKIE);
  if (!token) return;
  await db.deleteFrom('numberLookups').where('tokenHash', '=', sha256(token)).execute();
  cookies.set(COOKIE, '', { ...COOKIE_SETTINGS, maxAgeSeconds: 0 });
}

function contactKey(contact: Contact): string {
  return contact.kind === 'email' ? contact.email : contact.phone;
}

function tooMany(retryAfterSeconds: number): TooMany {
  return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);
