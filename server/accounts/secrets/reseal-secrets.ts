/**
 * Re-encrypts all data stored under an earlier master secret with the current one, so that the earlier one can be
 * removed.
 */
import type { Auth } from '../auth.ts';
import { factorRow } from '../factors/enroll-factor.ts';
import { sessionRow } from '../sessions/start-session.ts';
import { countResealed, type ResealCount } from '../../platform/vault.ts';
import { resealSigningKeys } from '../tokens/key-ring.ts';

const PAGE = 500;

export interface Resealed {
  sessions: number;
  factors: number;
  signingKeys: number;
  /** Number of values that no accepted secret decrypts; they are left unchanged. */
  unopened: number;
}

/** Idempotent, and safe while the shop serves. */
export async function resealSecrets(auth: Pick<Auth, 'db' | 'vault'>): Promise<Resealed> {
  const sessions = await resealSessions(auth);
  const factors = await resealFactors(auth);
  const keys = await resealSigningKeys(auth);
  return {
    sessions: sessions.resealed,
    factors: factors.resealed,
    signingKeys: keys.resealed,
    unopened: sessions.unopened + factors.unopened + keys.unopened,
  };
}

async function resealSessions({ db, vault }: Pick<Auth, 'db' | 'vault'>): Promise<ResealCount> {
  const count = { resealed: 0, unopened: 0 };
  for (let after: string | null = null; ;) {
    let query = db.selectFrom('auth.sessions').select(['id', 'refreshKey']).orderBy('id').limit(PAGE);
    if (after) query = query.where('id', '>', after);
    const rows = await query.execute();
    for (const { id, refreshKey } of rows) {
      const sealed = countResealed(vault, refreshKey, sessionRow(id), count);
      if (!sealed) continue;
      await db.updateTable('auth.sessions').set({ refreshKey: sealed }).where('id', '=', id).execute();
    }
    if (rows.length < PAGE) return count;
    after = rows.at(-1)!.id;
  }
}

async function resealFactors({ db, vault }: Pick<Auth, 'db' | 'vault'>): Promise<ResealCount> {
  const rows = await db
    .selectFrom('auth.mfaFactors')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .execute();
  const count = { resealed: 0, unopened: 0 };
  for (const { id, secret } of rows) {
    const sealed = countResealed(vault, secret!, factorRow(id), count);
    if (!sealed) continue;
    await db.updateTable('auth.mfaFactors').set({ secret: sealed }).where('id', '=', id).execute();
  }
  return count;
}
