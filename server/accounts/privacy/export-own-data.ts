import { sql } from 'kysely';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Executor } from '../auth.ts';
import { PERSONAL_DATA } from './personal-data.ts';
import type { PersonalDataTable, PersonalDataOwner } from './personal-data/personal-data-table.ts';

/** Exports the personal data of a user by section, from one snapshot. */
export async function exportOwnData(
  platform: Pick<Platform, 'db' | 'clock'>,
  userId: string,
  address: string | null,
): Promise<Record<string, unknown>> {
  return platform.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const person = await personOf(trx, userId);
      const sections: [string, unknown][] = [];
      for (const held of PERSONAL_DATA.toReversed())
        if (held.section) sections.push([held.section, await readSection(trx, held, person)]);
      await recordActivity(trx, platform, {
        userId,
        action: 'export-own-data',
        entityType: 'profile',
        entityId: userId,
        description: 'Baixou os próprios dados.',
        ipAddress: address,
      });
      return { geradoEm: platform.clock.now().toISOString(), ...Object.fromEntries(sections) };
    });
}

export async function personOf(db: Executor, userId: string): Promise<PersonalDataOwner> {
  const row = await db.selectFrom('auth.users').select('email').where('id', '=', userId).executeTakeFirst();
  return { userId, email: row?.email ?? null };
}

async function readSection(
  db: Executor,
  { table, columns = [], whose }: PersonalDataTable,
  person: PersonalDataOwner,
): Promise<unknown[]> {
  const wanted = sql.join(columns.map((column) => sql.ref(column)));
  const { rows } = await sql`select ${wanted} from ${sql.table(table)} where ${whose(person)}`.execute(db);
  return rows;
}
