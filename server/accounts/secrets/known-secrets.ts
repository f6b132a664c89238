/**
 * Records which master secrets the database was encrypted with. A process with another AUTH_SECRET could not decrypt
 * stored data: it would end every session and sign with a different key. So it does not start. A process with a new
 * AUTH_SECRET that was not declared before does not start either: the secret may be mistyped, and data encrypted with
 * it would be lost once it is corrected.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Database } from '@mare/database/connection/connect.ts';
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
 * `known`: the database was encrypted with the first secret. `declared`: it was encrypted with another accepted
 * secret, and the first was declared since. `undeclared`: like `declared`, but the first secret was not declared.
 * `new`: nothing is encrypted yet. `foreign`: it was encrypted only with secrets that this process does not accept.
 */
export interface SecretsState {
  state: 'known' | 'declared' | 'undeclared' | 'new' | 'foreign';
  /** Secrets that the database knows. */
  known: number;
}

export const FOREIGN_SECRET = {
  text: 'AUTH_SECRET não é o segredo com que este banco foi cifrado: com ele todas as sessões terminariam e ninguém usaria o segundo fator.',
  advice:
    'Confira AUTH_SECRET e DATABASE_URL: um erro de digitação ou o segredo de outra loja. Se o segredo foi trocado, ponha o anterior em AUTH_SECRETS_ACCEPTED (docs/operations.md, Rotating the master secret). Só se o anterior se perdeu ou foi roubado: npm run ops -- accept-secret',
};

export const UNDECLARED_SECRET = {
  text: 'AUTH_SECRET é novo para este banco, que só conhece o de AUTH_SECRETS_ACCEPTED, e nenhuma troca foi anunciada: pode ser um erro de digitação.',
  advice:
    'Para trocar o segredo, inicie antes os processos com o anterior em AUTH_SECRET e o novo em AUTH_SECRETS_ACCEPTED, ou anuncie-o: npm run ops -- declare-secret (docs/operations.md, Rotating the master secret). Se não é uma troca, corrija AUTH_SECRET.',
};

interface Deps {
  db: Database;
  clock: Clock;
  random: Random;
  log: Log;
}

/**
 * Records the secret that this process encrypts with, and declares those that it accepts. Run at start, before anything is
 * encrypted.
 *
 * @param canBeReplaced a secret that the demonstration has made for itself: a new one ends the sessions of demo logins only
 * @throws StartError if the database knows other secrets only, or the first one is neither known nor declared
 */
export async function admitSecrets(deps: Deps, secrets: Secrets, canBeReplaced: boolean): Promise<void> {
  await withSecretsLock(deps.db, async (trx) => {
    const parts = { ...deps, db: trx };
    const { state } = await assessSecrets(parts, secrets);
    if (state === 'undeclared' && !canBeReplaced)
      throw new StartError(`${UNDECLARED_SECRET.text} ${UNDECLARED_SECRET.advice}`);
    if (state === 'foreign') {
      if (!canBeReplaced) throw new StartError(`${FOREIGN_SECRET.text} ${FOREIGN_SECRET.advice}`);
      deps.log.warn('the secret of the demonstration was replaced: its sessions have ended');
    }
    await recordSecrets(parts, secrets);
  });
}

/**
 * Lets processes start with the first secret, if its predecessor is among the others.
 * @returns the state before the call
 */
export async function declareSecret(deps: Omit<Deps, 'log'>, secrets: Secrets): Promise<SecretsState> {
  let found: SecretsState | undefined;
  await withSecretsLock(deps.db, async (trx) => {
    const parts = { ...deps, db: trx };
    found = await assessSecrets(parts, secrets);
    if (found.state === 'undeclared') await addSecret(parts, 'declaredSecrets', secrets[0]);
  });
  return found!;
}

/** Makes the first secret the only known one, after a rotation or when the others are lost. */
export async function storeOnlySecret(deps: Omit<Deps, 'log'>, secrets: Secrets): Promise<void> {
  await withSecretsLock(deps.db, async (trx) => {
    await trx.deleteFrom('auth.knownSecrets').execute();
    await trx.deleteFrom('auth.declaredSecrets').execute();
    await addSecret({ ...deps, db: trx }, 'knownSecrets', secrets[0]);
  });
}

/** Changes nothing. */
export async function assessSecrets(
  { db, clock, random }: { db: Executor } & Omit<Deps, 'db' | 'log'>,
  secrets: Secrets,
): Promise<SecretsState> {
  const rows = await db.selectFrom('auth.knownSecrets').select(['fingerprint', 'salt']).execute();
  const known = rows.length;
  const [current] = secrets;
  if (isAmong(rows, current)) return { state: 'known', known };
  if (!secrets.some((secret) => isAmong(rows, secret))) {
    if (known > 0) return { state: 'foreign', known };
    // A database of a version that recorded no secrets.
    const count = (some: Secrets) => countOpenedKeys({ db, clock, vault: openVault(some, random) });
    const { stored, opened } = await count(secrets);
    if (stored === 0) return { state: 'new', known };
    if (opened === 0) return { state: 'foreign', known };
    if ((await count([current])).opened > 0) return { state: 'known', known };
  }
  return { state: (await isDeclared(db, current)) ? 'declared' : 'undeclared', known };
}

interface Fingerprint {
  fingerprint: Buffer;
  salt: Buffer;
}

function isAmong(rows: Fingerprint[], secret: string): boolean {
  return rows.some(({ fingerprint, salt }) => timingSafeEqual(fingerprint, fingerprintOf(secret, salt)));
}

async function isDeclared(db: Executor, secret: string): Promise<boolean> {
  return isAmong(
    await db.selectFrom('auth.declaredSecrets').select(['fingerprint', 'salt']).execute(),
    secret,
  );
}

/** The first secret as known, the others as declared: they may become the first at the next start. */
async function recordSecrets(parts: Omit<Deps, 'db' | 'log'> & { db: Transaction<DB> }, secrets: Secrets) {
  const { db } = parts;
  const [current, ...accepted] = secrets;
  const known = await db.selectFrom('auth.knownSecrets').select(['fingerprint', 'salt']).execute();
  if (!isAmong(known, current)) await addSecret(parts, 'knownSecrets', current);
  for (const secret of accepted)
    if (!isAmong(known, secret) && !(await isDeclared(db, secret)))
      await addSecret(parts, 'declaredSecrets', secret);
}

async function addSecret(
  { db, clock, random }: { db: Transaction<DB> } & Omit<Deps, 'db' | 'log'>,
  table: 'knownSecrets' | 'declaredSecrets',
  secret: string,
): Promise<void> {
  const salt = random.bytes(SALT_BYTES);
  const row = { fingerprint: fingerprintOf(secret, salt), salt };
  const at = clock.now();
  await (
    table === 'knownSecrets'
      ? db.insertInto('auth.knownSecrets').values({ ...row, firstUsedAt: at })
      : db.insertInto('auth.declaredSecrets').values({ ...row, declaredAt: at })
  ).execute();
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
