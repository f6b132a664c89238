/** Accounts of the demonstration. */
import type { demoLogins, DemoPerson } from '@mare/database/seed/demo-people.ts';
import { TERMS } from '@mare/domain/accounts/terms.ts';
import type { Executor } from '../../accounts/auth.ts';
import { createUser, insertUser } from '../../accounts/create-user.ts';
import { recordAcceptance } from '../../accounts/terms/accepted-terms.ts';
import type { Platform } from '../../platform/platform.ts';

const ADMINS_SINCE = '2024-01-01T12:00:00Z';

export async function addDemoLogin(platform: Platform, person: (typeof demoLogins)[number]): Promise<void> {
  const { id, email, name, role, phone, city, state, password } = person;
  const created = await createUser(platform, { id, email, name, role, phone, city, state, password });
  if (!created.ok) throw new Error(`demo person ${email}: ${created.message}`);
  // Long enough to count as a second person from the start.
  const adminSince = role === 'admin' ? new Date(ADMINS_SINCE) : null;
  await completeProfile(platform, platform.db, person, { adminSince });
}

/** They have no password and cannot sign in. */
export function addDemoBuyers(platform: Platform, buyers: readonly DemoPerson[]): Promise<void> {
  return platform.db.transaction().execute(async (trx) => {
    for (const person of buyers) {
      const { id, email, name, phone, city, state } = person;
      const account = { id, email, passwordHash: null, confirmed: true, metadata: { name } };
      await insertUser(platform, trx, account);
      await completeProfile(platform, trx, person, { phone, city, state });
    }
  });
}

async function completeProfile(
  { clock }: Platform,
  db: Executor,
  { id, birthDate, cpf }: DemoPerson,
  facts: { adminSince?: Date | null; phone?: string; city?: string; state?: string },
): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ ...facts, birthDate, cpf: cpf ?? null })
    .where('id', '=', id)
    .execute();
  await recordAcceptance(db, id, { version: TERMS.version, at: clock.now() });
}
