import { sql } from 'kysely';
import { redactActivities } from '../../activity-log/redact-activities.ts';
import { containing } from '../../platform/database/list-page.ts';
import type { Executor } from '../auth.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { PersonalDataTable, PersonalDataOwner } from './personal-data/personal-data-table.ts';

/** Clears or deletes personal data in all tables. Idempotent. */
export async function erasePerson(trx: Executor, person: PersonalDataOwner): Promise<void> {
  for (const table of PERSONAL_DATA) await erase(trx, table, person);
}

async function erase(
  trx: Executor,
  { table, whose, onDeletion }: PersonalDataTable,
  person: PersonalDataOwner,
): Promise<void> {
  if (onDeletion === 'keep') return;
  if (onDeletion === 'delete') {
    await sql`delete from ${sql.table(table)} where ${whose(person)}`.execute(trx);
    return;
  }
  const changes = Object.entries(onDeletion).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${whose(person)}`.execute(trx);
}

/** Deletes queued jobs that contain the e-mail address. */
export async function eraseEmail(trx: Executor, email: string): Promise<void> {
  const named = containing(email);
  await sql`delete from pgboss.job where state <> 'active' and data::text ilike ${named}`.execute(
    trx.withoutPlugins(),
  );
  await redactActivities(trx, named);
}
