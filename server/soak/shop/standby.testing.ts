/** A synchronous standby that replaces the primary. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@mare/database/embedded/embedded-postgres.ts';
import pg from 'pg';
import { copyCluster } from './copy-cluster.testing.ts';
import type { TcpProxy } from './tcp-proxy.testing.ts';

/** Settings of the primary; keeps enough WAL for a copy made while it runs. */
export const PRIMARY_SETTINGS = { wal_keep_size: '512MB' };

/** @param line proxy to the primary, used by replication */
export async function startStandby(
  primary: EmbeddedPostgres,
  primaryFolder: string,
  line: TcpProxy,
): Promise<EmbeddedPostgres> {
  const folder = join(primaryFolder, '..', 'standby');
  await copyCluster(primary, primaryFolder, folder, 'standby.signal');
  const { hostname, port, username, password } = new URL(primary.url('postgres'));
  line.forwardTo([Number(port)]);
  const standby = await startEmbeddedPostgres({
    dataDir: folder,
    durable: true,
    settings: {
      ...PRIMARY_SETTINGS,
      primary_conninfo: `host=${hostname} port=${line.port} user=${username} password=${password}`,
    },
  });
  await onDatabase(primary, async (client) => {
    await client.query("alter system set synchronous_standby_names = '*'");
    await client.query('select pg_reload_conf()');
    for (;;) {
      const { rows } = await client.query('select 1 from pg_stat_replication where sync_state = $1', [
        'sync',
      ]);
      if (rows.length > 0) return;
      await pause(20);
    }
  });
  return standby;
}

/** Promotes the standby, like Patroni or an operator. */
export function promote(standby: EmbeddedPostgres): Promise<void> {
  return onDatabase(standby, async (client) => {
    await client.query('select pg_promote(true, 60)');
  });
}

export async function onDatabase(
  server: EmbeddedPostgres,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
