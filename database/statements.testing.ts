import type pg from 'pg';

/** Collects the text of every statement that the pool's connections send from now on, `begin` and `commit` included. */
export function recordStatements(pool: pg.Pool): string[] {
  const sent: string[] = [];
  const recorded = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (recorded.has(client)) return;
    recorded.add(client);
    const query = client.query.bind(client) as (...input: unknown[]) => unknown;
    client.query = ((...input: [string | { text: string }]) => {
      sent.push(typeof input[0] === 'string' ? input[0] : input[0].text);
      return query(...input);
    }) as typeof client.query;
  });
  return sent;
}
