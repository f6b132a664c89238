/**
 * ES256 signing keys, stored in the database with the private half encrypted. A new key is published before it signs, and
 * an old one stays published for the lifetime of its tokens.
 */
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import { sql } from 'kysely';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Auth, Executor } from '../auth.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countResealed, type ResealCount } from '../../platform/vault.ts';

export const ALGORITHM = 'ES256';
/** Clients cache the published keys for this long. */
const PUBLISHED_AHEAD_SECONDS = 600;
const RELOAD_AFTER_SECONDS = 60;
const RELOAD_FOR_UNKNOWN_SECONDS = 5;
const ROTATION_LOCK = 7_263_010;

interface PublishedKey {
  kid: string;
  publicJwk: JWK;
  key: CryptoKey;
  activeFrom: Date;
}

interface Published {
  loadedAt: Date;
  keys: Map<string, PublishedKey>;
}

interface KeyRing {
  published: Published | null;
  /** Single flight: concurrent requests share one reload. */
  reloading: Promise<Map<string, PublishedKey>> | null;
}

const keyRing = defineCache((): KeyRing => ({ published: null, reloading: null }));

type Deps = Pick<Platform, 'db' | 'caches' | 'clock'>;

/** Valid verification keys, by kid. Cached. */
export async function publishedKeys(platform: Deps): Promise<Map<string, PublishedKey>> {
  const ring = keyRing(platform);
  if (ring.published && ageSeconds(ring.published, platform) < RELOAD_AFTER_SECONDS)
    return ring.published.keys;
  ring.reloading ??= reload(platform).finally(() => {
    ring.reloading = null;
  });
  return ring.reloading;
}

export async function verificationKey(platform: Deps, kid: string): Promise<CryptoKey | null> {
  const known = (await publishedKeys(platform)).get(kid);
  if (known) return known.key;
  const cached = keyRing(platform).published!;
  if (ageSeconds(cached, platform) < RELOAD_FOR_UNKNOWN_SECONDS) return null;
  return (await reload(platform)).get(kid)?.key ?? null;
}

export async function signingKey(auth: Auth): Promise<{ kid: string; key: CryptoKey }> {
  const now = auth.clock.now();
  const newest = [...(await publishedKeys(auth)).values()]
    .filter((key) => key.activeFrom <= now)
    .sort((a, b) => b.activeFrom.getTime() - a.activeFrom.getTime())[0];
  if (!newest) throw new Error('the auth service has no signing key');
  return { kid: newest.kid, key: await privateKey(auth, newest.kid) };
}

/** Creates a key if there is none that can sign; called at startup. */
export async function ensureSigningKey(auth: Auth): Promise<void> {
  await inTransaction(auth.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`.execute(trx);
    const now = auth.clock.now();
    const published = await trx
      .selectFrom('auth.signingKeys')
      .select(['kid', 'privateJwk'])
      .where((where) => where.or([where('retiredAt', 'is', null), where('retiredAt', '>', now)]))
      .execute();
    const lost = published.filter(
      (row) => auth.vault.tryOpen(sealedJwk(row.privateJwk), keyRow(row.kid)) === null,
    );
    // The secret was replaced without a rotation, after a theft: tokens of these keys no longer count.
    if (lost.length > 0)
      await trx
        .updateTable('auth.signingKeys')
        .set({ retiredAt: now })
        .where(
          'kid',
          'in',
          lost.map((row) => row.kid),
        )
        .execute();
    if (published.length === lost.length) await addKey(auth, trx, now);
  });
}

/** Keys that are not retired, and how many of them a secret of the vault opens. */
export async function countOpenedKeys({
  db,
  clock,
  vault,
}: { db: Executor } & Pick<Auth, 'clock' | 'vault'>): Promise<{ stored: number; opened: number }> {
  const now = clock.now();
  const rows = await db
    .selectFrom('auth.signingKeys')
    .select(['kid', 'privateJwk'])
    .where((where) => where.or([where('retiredAt', 'is', null), where('retiredAt', '>', now)]))
    .execute();
  const opened = rows.filter(({ kid, privateJwk }) => vault.tryOpen(sealedJwk(privateJwk), keyRow(kid)));
  return { stored: rows.length, opened: opened.length };
}

/** Publishes a new key that signs from ten minutes on; old keys retire one token lifetime later. */
export async function rotateSigningKey(auth: Auth): Promise<string> {
  const kid = await inTransaction(auth.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`.execute(trx);
    const activeFrom = new Date(auth.clock.now().getTime() + PUBLISHED_AHEAD_SECONDS * 1000);
    const retiredAt = new Date(activeFrom.getTime() + auth.settings.accessTokenSeconds * 1000);
    await trx.updateTable('auth.signingKeys').set({ retiredAt }).where('retiredAt', 'is', null).execute();
    return addKey(auth, trx, activeFrom);
  });
  await reload(auth);
  return kid;
}

async function addKey(auth: Auth, trx: Executor, activeFrom: Date): Promise<string> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const { kty, crv, x, y } = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint({ kty, crv, x, y });
  const publicJwk = { kty, crv, x, y, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] };
  const sealed = auth.vault.seal(Buffer.from(JSON.stringify(await exportJWK(pair.privateKey))), keyRow(kid));
  await trx
    .insertInto('auth.signingKeys')
    .values({
      kid,
      privateJwk: JSON.stringify({ sealed: sealed.toString('base64') }),
      publicJwk: JSON.stringify(publicJwk),
      activeFrom,
    })
    .execute();
  return kid;
}

async function reload(platform: Deps): Promise<Map<string, PublishedKey>> {
  const now = platform.clock.now();
  const rows = await platform.db
    .selectFrom('auth.signingKeys')
    .select(['kid', 'publicJwk', 'activeFrom'])
    .where((where) => where.or([where('retiredAt', 'is', null), where('retiredAt', '>', now)]))
    .execute();
  const keys = new Map<string, PublishedKey>();
  for (const row of rows) {
    const publicJwk = row.publicJwk as JWK;
    const key = (await importJWK(publicJwk, ALGORITHM)) as CryptoKey;
    keys.set(row.kid, { kid: row.kid, publicJwk, key, activeFrom: row.activeFrom });
  }
  keyRing(platform).published = { loadedAt: now, keys };
  return keys;
}

/** Encrypts stored keys with the current secret. Retired keys that no secret opens do not count: they sign no more. */
export async function resealSigningKeys({ db, vault }: Pick<Auth, 'db' | 'vault'>): Promise<ResealCount> {
  const rows = await db.selectFrom('auth.signingKeys').select(['kid', 'privateJwk', 'retiredAt']).execute();
  const count = { resealed: 0, unopened: 0 };
  for (const { kid, privateJwk, retiredAt } of rows) {
    const before = sealedJwk(privateJwk);
    if (retiredAt !== null && !vault.tryOpen(before, keyRow(kid))) continue;
    const sealed = countResealed(vault, before, keyRow(kid), count);
    if (!sealed) continue;
    await db
      .updateTable('auth.signingKeys')
      .set({ privateJwk: JSON.stringify({ sealed: sealed.toString('base64') }) })
      .where('kid', '=', kid)
      .execute();
  }
  return count;
}

const keyRow = (kid: string) => `signing-key:${kid}`;
const sealedJwk = (privateJwk: unknown) => Buffer.from((privateJwk as { sealed: string }).sealed, 'base64');

function privateKey(auth: Auth, kid: string): Promise<CryptoKey> {
  return auth.privateKeys.get(kid, async () => {
    const row = await auth.db
      .selectFrom('auth.signingKeys')
      .select('privateJwk')
      .where('kid', '=', kid)
      .executeTakeFirstOrThrow();
    const jwk = auth.vault.open(sealedJwk(row.privateJwk), keyRow(kid)).toString();
    return (await importJWK(JSON.parse(jwk) as JWK, ALGORITHM)) as CryptoKey;
  });
}

function ageSeconds(cached: Published, { clock }: Pick<Platform, 'clock'>): number {
  return (clock.now().getTime() - cached.loadedAt.getTime()) / 1000;
}
