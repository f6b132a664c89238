/**
 * Role of the web and worker processes: it can read and write rows but owns no object, so that a flaw in a query cannot
 * drop a constraint, trigger or table.
 */
import pg from 'pg';

/**
 * Creates the role if missing and grants it access to the rows of every schema of the program. The owner runs it after
 * each migration, because new tables need the grant too.
 * @param programUrl with the role's name and password
 */
export async function grantProgram(ownerUrl: string, programUrl: string): Promise<void> {
  const [owner, program] = [new URL(ownerUrl), new URL(programUrl)];
  if (owner.username === program.username) return;
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const name = decodeURIComponent(program.username);
    const role = pg.escapeIdentifier(name);
    const known = await client.query('select 1 from pg_roles where rolname = $1', [name]);
    if (known.rowCount === 0) {
      const password = pg.escapeLiteral(decodeURIComponent(program.password));
      await client.query(`create role ${role} login password ${password}`);
    }
    const { rows } = await client.query<{ schema: string }>(
      `select nspname as schema from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`,
    );
    for (const { schema } of rows.map((row) => ({ schema: pg.escapeIdentifier(row.schema) })))
      await client.query(`
        revoke create on schema ${schema} from public;
        grant usage on schema ${schema} to ${role};
        grant select, insert, update, delete on all tables in schema ${schema} to ${role};
        grant usage, select on all sequences in schema ${schema} to ${role};`);
    await client.query(`revoke insert, update, delete on schema_migrations from ${role}`);
  } finally {
    await client.end();
  }
}
