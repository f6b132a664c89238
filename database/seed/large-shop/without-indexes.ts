import type pg from 'pg';

/**
 * Runs `load` while these tables have primary keys only, without foreign key checks and other constraint triggers:
 * inserts with random keys slow down as indexes grow. Then builds the indexes in sequence.
 * @param client as the superuser
 */
export async function withoutIndexes(
  client: pg.PoolClient,
  tables: readonly string[],
  load: () => Promise<void>,
): Promise<void> {
  const names = tables.map((table) => `'${table}'::regclass`).join(', ');
  const { rows: triggers } = await client.query<{ disable: string; enable: string }>(
    `select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as disable,
       format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as enable
     from pg_trigger where tgrelid in (${names}) and tgconstraint <> 0 and tgenabled = 'O'`,
  );
  // Unique constraints that no foreign key needs are dropped with their index.
  const { rows: indexes } = await client.query<{ drop: string; make: string }>(
    `select case when c.oid is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %I', indrelid::regclass, conname) end as drop,
       case when c.oid is null then pg_get_indexdef(indexrelid)
         else format('alter table %s add constraint %I %s', indrelid::regclass, conname, pg_get_constraintdef(c.oid)) end as make
     from pg_index left join pg_constraint c on c.conindid = indexrelid and c.contype <> 'f'
     where indrelid in (${names}) and not indisprimary
       and not exists (select from pg_constraint f where f.conindid = indexrelid and f.contype = 'f')`,
  );
  await client.query(
    `set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set synchronous_commit = off`,
  );
  for (const { disable } of triggers) await client.query(disable);
  for (const { drop } of indexes) await client.query(drop);
  await load();
  for (const { make } of indexes) await client.query(make);
  for (const { enable } of triggers) await client.query(enable);
  await client.query('reset maintenance_work_mem; reset work_mem; reset synchronous_commit');
}
