import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';

/** The shop's trust policy (c2sp.org/tlog-policy): its log's key, and no witnesses. Null while the log has no key. */
export async function readTrustPolicy(db: Kysely<DB>): Promise<string | null> {
  const { verifierKey } = await db.selectFrom('logTree').select('verifierKey').executeTakeFirstOrThrow();
  return verifierKey === null ? null : `log ${verifierKey}\nquorum none\n`;
}
