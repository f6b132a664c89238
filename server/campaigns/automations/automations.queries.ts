import type { Kysely } from 'kysely';
import type { ManagedAutomation } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import { type Automation, AUTOMATIONS } from '@mare/domain/campaigns/automations.ts';

export async function selectAutomations(db: Kysely<DB>): Promise<ManagedAutomation[]> {
  const rows = await db.selectFrom('emailAutomations').selectAll().execute();
  return rows
    .map((row) => ({ ...row, key: row.key as Automation }))
    .toSorted((a, b) => AUTOMATIONS.indexOf(a.key) - AUTOMATIONS.indexOf(b.key));
}
