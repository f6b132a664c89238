/**
 * A 30-minute session opened by a one-time code: a random token in a cookie, its hash in the table.
 *
 * Anyone can enter another person's contact. A limit by contact alone would lock out its owner, so messages are limited
 * where they are sent (send-lookup-code.job.ts), and wrong codes by contact and network.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { peek, spend, type Limit } from '../../platform/database/rate-limits.ts';
import { networkOf } from '../../platform/network.ts';
import { readContact } from '@mare/domain/accounts/contact.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import type { Cookies } from '../../platform/http/request/cookies.ts';
import type { Platform } from '../../platform/platform.ts';
import { contactHash, lookupCodeHash } from './lookup-code.ts';
import { sendLookupCodeJob } from './send-lookup-code.job.ts';

const COOKIE = 'mare_numbers';
const SESSION_MINUTES = 30;
const CODE_TRIES = 5;
const COOKIE_SETTINGS = { path: '/api/own-numbers', sameSite: 'Strict' } as const;

const CODES_OF_NETWORK: Limit = { name: 'lookup-network', hits: 20, seconds: 900 };
const TRIES_OF_NETWORK: Limit = { name: 'lookup-tries', hits: 30, seconds: 900 };
const WRONG_CODES_HERE: Limit = { name: 'lookup-wrong-network', hits: 10, seconds: 3600 };
/** Beyond it, only networks with an open session of the person may try codes. */
const WRONG_CODES_ANYWHERE: Limit = { name: 'lookup-wrong', hits: 50, seconds: 3600 };

const NOT_A_USER = '00000000-0000-0000-0000-000000000000';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;
interface TooMany {
  ok: false;
  code: 'TOO_MANY_REQUESTS';
  retryAfterSeconds: number;
}

/** Constant work for known and unknown contacts: the job looks up the buyer. */
export async function sendLookupCode(
  { db, clock, random, jobs }: Deps,
  { contact: typed, ipAddress }: { contact: string; ipAddress: string },
): Promise<{ ok: true; lookupId: string } | { ok: false; code: 'INVALID_CONTACT' } | TooMany> {
  const contact = readContact(typed);
  if (!contact) return { ok: false, code: 'INVALID_CONTACT' };
  const wait = await spend(db, clock, CODES_OF_NETWORK, networkOf(ipAddress));
  if (wait !== null) return tooMany(wait);
  const lookupId = random.uuid();
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('numberLookups').where('expiresAt', '<=', now).execute();
    await trx
      .insertInto('numberLookups')
      .values({
        id: lookupId,
        contactHash: contactHash(contact),
        expiresAt: minutesAfter(now, SENT_CODE_MINUTES),
      })
      .execute();
    await jobs.enqueue(trx, sendLookupCodeJob, { lookupId, contact });
  });
  return { ok: true, lookupId };
}

/** A code opens one session; five wrong codes end the look-up. */
export async function openLookup(
  platform: Deps,
  cookies: Cookies,
  { lookupId, code, ipAddress }: { lookupId: string; code: string; ipAddress: string },
): Promise<{ ok: true } | { ok: false; code: 'CODE_INVALID' } | TooMany> {
  const { db, clock, random } = platform;
  const wait = await spend(db, clock, TRIES_OF_NETWORK, networkOf(ipAddress));
  if (wait !== null) return tooMany(wait);
  const now = clock.now();
  const guarded = await peekWrongCodes(platform, lookupId, ipAddress);
  if (guarded !== null) return tooMany(guarded);
  // Counts the attempt before comparing, so that concurrent attempts cannot share a count.
  const tried = await db
    .updateTable('numberLookups')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', lookupId)
    .where('expiresAt', '>', now)
    .where('tries', '<', CODE_TRIES)
    .returning(['codeHash', 'codeOf', 'contactHash'])
    .executeTakeFirst();
  const origin = tried?.codeOf ?? lookupId;
  const actualHash = lookupCodeHash(origin, code);
  if (!tried?.codeHash || !timingSafeEqual(actualHash, tried.codeHash)) {
    if (tried?.contactHash) await spendWrongCode(platform, tried.contactHash, ipAddress);
    return { ok: false, code: 'CODE_INVALID' };
  }
  const token = random.bytes(32).toString('base64url');
  const opened = await db
    .updateTable('numberLookups')
    .set({ tokenHash: sha256(token), codeHash: null, expiresAt: minutesAfter(now, SESSION_MINUTES) })
    .where('id', '=', lookupId)
    .where('codeHash', '=', actualHash)
    .executeTakeFirst();
  if (opened.numUpdatedRows === 0n) return { ok: false, code: 'CODE_INVALID' };
  await db
    .updateTable('numberLookups')
    .set({ codeHash: null })
    .where((eb) => eb.or([eb('codeOf', '=', origin), eb('id', '=', origin)]))
    .where('tokenHash', 'is', null)
    .execute();
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

/** @returns seconds to wait when too many wrong codes were tried for the contact, else null */
async function peekWrongCodes(
  { db, clock }: Deps,
  lookupId: string,
  ipAddress: string,
): Promise<number | null> {
  const lookup = await db
    .selectFrom('numberLookups')
    .select(['contactHash', 'userIds'])
    .where('id', '=', lookupId)
    .executeTakeFirst();
  if (!lookup?.contactHash) return null;
  const [contact, network] = [lookup.contactHash.toString('hex'), networkOf(ipAddress)];
  const here = await peek(db, clock, WRONG_CODES_HERE, `${contact} ${network}`);
  if (here !== null) return here;
  const anywhere = await peek(db, clock, WRONG_CODES_ANYWHERE, contact);
  if (anywhere === null) return null;
  const sessions = await db
    .selectFrom('auth.sessions')
    .select('ip')
    .where('userId', 'in', lookup.userIds.length > 0 ? lookup.userIds : [NOT_A_USER])
    .execute();
  return sessions.some(({ ip }) => networkOf(ip) === network) ? null : anywhere;
}

async function spendWrongCode({ db, clock }: Deps, contact: Buffer, ipAddress: string): Promise<void> {
  const key = contact.toString('hex');
  await spend(db, clock, WRONG_CODES_HERE, `${key} ${networkOf(ipAddress)}`);
  await spend(db, clock, WRONG_CODES_ANYWHERE, key);
}

function tooMany(retryAfterSeconds: number): TooMany {
  return { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
const minutesAfter = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);
