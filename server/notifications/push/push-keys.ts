/** The shop's VAPID key pair, generated on first use and stored sealed. */
import webPush from 'web-push';
import { defineCache } from '../../platform/caching/caches.ts';
import { memoizeAsync } from '../../platform/caching/memoize-async.ts';
import { readSecrets } from '../../platform/config/read-secret.ts';
import { openVault, type Vault } from '../../platform/vault.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'caches' | 'clock' | 'config' | 'random'>;

export interface VapidKeys {
  /** Base64url. */
  publicKey: string;
  privateKey: string;
}

const SEALED_FOR = 'push-keys';

const openedKeys = defineCache(() => memoizeAsync<VapidKeys>(1));

export function readPushKeys(
  platform: Deps,
  vault: () => Vault = () => vaultOf(platform),
): Promise<VapidKeys> {
  return openedKeys(platform).get(SEALED_FOR, () => findOrCreateKeys(platform, vault()));
}

/** When processes start together, the first insert wins. */
async function findOrCreateKeys({ db, clock }: Deps, vault: Vault): Promise<VapidKeys> {
  const find = () => db.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst();
  let row = await find();
  if (!row) {
    const keys = webPush.generateVAPIDKeys();
    const privateKey = vault.seal(Buffer.from(keys.privateKey), SEALED_FOR);
    await db
      .insertInto('pushKeys')
      .values({ publicKey: keys.publicKey, privateKey, createdAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    row = (await find())!;
  }
  return {
    publicKey: row.publicKey,
    privateKey: vault.open(row.privateKey, SEALED_FOR).toString(),
  };
}

/** Deletes a key that no secret opens, with the subscriptions made for it. @returns how many those were */
export async function discardLostPushKeys(db: Platform['db'], vault: Vault): Promise<number> {
  const row = await db.selectFrom('pushKeys').select('privateKey').executeTakeFirst();
  if (!row || vault.tryOpen(row.privateKey, SEALED_FOR)) return 0;
  return db.transaction().execute(async (trx) => {
    await trx.deleteFrom('pushKeys').execute();
    const { numDeletedRows } = await trx.deleteFrom('pushSubscriptions').executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  });
}

/** Encrypts the key with the current secret. @returns what was done; null: nothing to do */
export async function resealPushKeys(
  db: Platform['db'],
  vault: Vault,
): Promise<'resealed' | 'unopened' | null> {
  const row = await db.selectFrom('pushKeys').select('privateKey').executeTakeFirst();
  if (!row) return null;
  if (!vault.tryOpen(row.privateKey, SEALED_FOR)) return 'unopened';
  const privateKey = vault.reseal(row.privateKey, SEALED_FOR);
  if (!privateKey) return null;
  await db.updateTable('pushKeys').set({ privateKey }).execute();
  return 'resealed';
}

function vaultOf({ config, random }: Deps): Vault {
  return openVault(readSecrets(process.env, config), random);
}
