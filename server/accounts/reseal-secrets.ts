/** Encrypts everything stored under an earlier master secret with the current one, so that the earlier one can go. */
import type { Auth } from './auth.ts';
import { factorRow } from './factors/enroll-factor.ts';
import { sessionRow } from './sessions/start-session.ts';
import { resealSigningKeys } from './tokens/key-ring.ts';

const PAGE = 500;

export interface Resealed {
  sessions: number;
  factors: number;
  signingKeys: number;
}

/** Idempotent, and safe while the shop serves. Values that no accepted secret opens are left alone. */
export async function resealSecrets(auth: Pick<Auth, 'db' | 'vault'>): Promise<Resealed> {
  return {
    sessions: await resealSessions(auth),
    factors: await resealFactors(auth),
    signingKeys: await resealSigningKeys(auth),
  };
}

async function resealSessions({ db, vault }: Pick<Auth, 'db' | 'vault'>): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ;) {
    let query = db.selectFrom('auth.sessions').select(['id', 'refreshKey']).orderBy('id').limit(PAGE);
    if (after) query = query.where('id', '>', after);
    const rows = await query.execute();
    for (const { id, refreshKey } of rows) {
      const sealed = resealed(vault, refreshKey, sessionRow(id));
      if (!sealed) continue;
      count += 1;
      await db.updateTable('auth.sessions').set({ refreshKey: sealed }).where('id', '=', id).execute();
    }
    if (rows.length < PAGE) return count;
    after = rows.at(-1)!.id;
  }
}

async function resealFactors({ db, vault }: Pick<Auth, 'db' | 'vault'>): Promise<number> {
  const rows = await db
    .selectFrom('auth.mfaFactors')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .execute();
  let count = 0;
  for (const { id, secret } of rows) {
    const sealed = resealed(vault, secret!, factorRow(id));
    if (!sealed) continue;
    count += 1;
    await db.updateTable('auth.mfaFactors').set({ secret: sealed }).where('id', '=', id).execute();
  }
  return count;
}

function resealed(vault: Auth['vault'], sealed: Buffer, row: string): Buffer | null {
  return vault.tryOpen(sealed, row) && vault.reseal(sealed, row);
}
