/**
 * The master secrets that a database knows. A process with another AUTH_SECRET could open nothing of what is stored: it would
 * end every session and sign with a key of its own. So it does not start.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connect.ts';
import type { DB } from '@mare/database/schema.ts';
import { StartError } from '../../platform/config/start-error.ts';
import type { Clock, Random } from '../../platform/clock.ts';
import type { Log } from '../../platform/log/log.ts';
import { openVault } from '../../platform/vault.ts';
import { countOpenedKeys } from '../tokens/key-ring.ts';

export type Secrets = readonly [string, ...string[]];
type Executor = Database | Transaction<DB>;

const SALT_BYTES = 16;
const SECRETS_LOCK = 7_263_011;

/**
 * `known`: the database was encrypted with one of the secrets. `new`: nothing in it was encrypted yet. `foreign`: it was
 * encrypted with others only.
 */
export interface SecretsState {
  state: 'known' | 'new' | 'foreign';
  /** The first secret has encrypted before. */
  isCurrentKnown: boolean;
  /** Secrets that the database knows. */
  known: number;
}

export const FOREIGN_SECRET = {
  text: 'AUTH_SECRET não é o segredo com que este banco foi cifrado: com ele todas as sessões terminariam e ninguém usaria o segundo fator.',
  advice:
    'Confira AUTH_SECRET e DATABASE_URL: um erro de digitação ou o segredo de outra loja. Se o segredo foi trocado, ponha o anterior em AUTH_SECRETS_ACCEPTED (docs/operations.md, Rotating the master secret). Só se o anterior se perdeu ou foi roubado: npm run ops -- accept-secret',
};

interface Deps {
  db: Database;
  clock: Clock;
  random: Random;
  log: Log;
}

/**
 * Records the secret that this process encrypts with. Run at start, before anything is encrypted.
 *
 * @param canBeReplaced a secret that the demonstration has made for itself: a new one ends the sessions of demo logins only
 * @throws StartError if the database knows other secrets only
 */
export async function admitSecrets(deps: Deps, secrets: Secrets, canBeReplaced: boolean): Promise<void> {
  await withSecretsLock(deps.db, async (trx) => {
    const found = await assessSecrets({ ...deps, db: trx }, secrets);
    if (found.state === 'foreign') {
      if (!canBeReplaced) throw new StartError(`${FOREIGN_SECRET.text} ${FOREIGN_SECRET.advice}`);
      deps.log.warn('the secret of the demonstration was replaced: its sessions have ended');
    }
    if (!found.isCurrentKnown) await addSecret({ ...deps, db: trx }, secrets[0]);
  });
}

/** Makes the first secret the only known one: after a rotation, or when the others are lost. */
export async function keepOnlySecret(deps: Omit<Deps, 'log'>, secrets: Secrets): Promise<void> {
  await withSecretsLock(deps.db, async (trx) => {
    await trx.deleteFrom('auth.knownSecrets').execute();
    await addSecret({ ...deps, db: trx }, secrets[0]);
  });
}

/** Changes nothing. */
export async function assessSecrets(
  { db, clock, random }: { db: Executor } & Omit<Deps, 'db' | 'log'>,
  secrets: Secrets,
): Promise<SecretsState> {
  const rows = await db.selectFrom('auth.knownSecrets').select(['fingerprint', 'salt']).execute();
  const isKnown = (secret: string) =>
    rows.some(({ fingerprint, salt }) => timingSafeEqual(fingerprint, fingerprintOf(secret, salt)));
  const known = rows.length;
  if (secrets.some(isKnown)) return { state: 'known', isCurrentKnown: isKnown(secrets[0]), known };
  if (known > 0) return { state: 'foreign', isCurrentKnown: false, known };
  // A database of a version that recorded no secrets.
  const keys = await countOpenedKeys({ db, clock, vault: openVault(secrets, random) });
  const isForeign = keys.stored > 0 && keys.opened === 0;
  return { state: isForeign ? 'foreign' : keys.stored > 0 ? 'known' : 'new', isCurrentKnown: false, known };
}

async function addSecret(
  { db, clock, random }: { db: Transaction<DB> } & Omit<Deps, 'db' | 'log'>,
  secret: string,
): Promise<void> {
  const salt = random.bytes(SALT_BYTES);
  await db
    .insertInto('auth.knownSecrets')
    .values({ fingerprint: fingerprintOf(secret, salt), salt, firstUsedAt: clock.now() })
    .execute();
}

function fingerprintOf(secret: string, salt: Buffer): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'mare-auth', 'fingerprint', 32));
  return createHmac('sha256', key).update(salt).digest();
}

/** Processes that start together record one after the other. */
function withSecretsLock(db: Database, work: (trx: Transaction<DB>) => Promise<void>): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SECRETS_LOCK})`.execute(trx);
    await work(trx);
  });
}
