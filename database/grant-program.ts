/**
 * The role of the web and worker processes: it reads and writes rows, and owns nothing. A flaw in a query then cannot drop a
 * constraint, a trigger or a table.
 */
import pg from 'pg';

/**
 * Creates the role if it is missing and grants it the rows of every schema of the program. Run by the owner after each
 * migration, as new tables need it too.
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
