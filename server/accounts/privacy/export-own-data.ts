import { sql } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { enqueueNotice } from '../messages/send-auth-notice.job.ts';
import { recordSecurityEvent } from '../safety/audit.ts';
import { personOf } from './find-own-accounts.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { PersonalDataTable, PersonalDataOwner } from './personal-data/personal-data-table.ts';

/** Exports a user's personal data by section, from one snapshot, and notifies the user, as a thief may have requested it. */
export async function exportOwnData(
  platform: Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<Record<string, unknown>> {
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const person = await personOf(trx, userId);
      const sections: [string, unknown][] = [];
      for (const table of PERSONAL_DATA.toReversed())
        if (table.section) sections.push([table.section, await readSection(trx, table, person)]);
      await recordSecurityEvent(platform, trx, userId, 'data_exported', { sessionId });
      await enqueueNotice(platform, trx, 'data_exported', person.email, null);
      return { geradoEm: platform.clock.now().toISOString(), ...Object.fromEntries(sections) };
    });
}

async function readSection(
  db: Executor,
  { table, columns = [], whose }: PersonalDataTable,
  person: PersonalDataOwner,
): Promise<unknown[]> {
  const columnList = sql.join(
    columns.map((column) => (typeof column === 'string' ? sql.ref(column) : column(person))),
  );
  const { rows } = await sql`select ${columnList} from ${sql.table(table)} where ${whose(person)}`.execute(
    db,
  );
  return rows;
}
