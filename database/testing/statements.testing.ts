import type pg from 'pg';

export interface SentStatement {
  text: string;
  /** Prepared once per connection under this name. */
  name: string | null;
}

/** Collects every statement that the pool's connections send from now on, `begin` and `commit` included. */
export function recordStatements(pool: pg.Pool): SentStatement[] {
  const sent: SentStatement[] = [];
  const recorded = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return;
    recorded.add(client);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: [string | pg.QueryConfig]) => {
      const [asked] = input;
      sent.push(
        typeof asked === 'string'
          ? { text: asked, name: null }
          : { text: asked.text, name: asked.name ?? null },
      );
      return query(...input);
    }) as typeof client.query;
  });
  return sent;
}
