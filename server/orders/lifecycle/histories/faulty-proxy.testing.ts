/** A proxy between a process and PostgreSQL that cuts the connection at a chosen message, as a crash would. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type pg from 'pg';

/** Application name of connections through a proxy. */
const NAME = 'cut-line';

export interface FaultyProxy {
  url: string;
  /** Messages sent to the server so far: each is a possible crash point. */
  seen(): number;
  /** Whether the connection was cut. */
  isCut(): boolean;
  close(): Promise<void>;
}

export interface ConnectionCut {
  /** Message at which to cut the connection, 1-based; Infinity: never. */
  at: number;
  /** Whether the server still receives that message. */
  isDelivered: boolean;
}

/** @param onCut runs at the cut, e.g. to kill the client process */
export async function startFaultyProxy(
  databaseUrl: string,
  cut: ConnectionCut,
  onCut: () => void = () => undefined,
): Promise<FaultyProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<Socket>();
  let seen = 0;
  const proxy = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    upstream.on('data', (data) => client.write(data));
    client.on('data', (data) => {
      seen++;
      if (seen < cut.at) return upstream.write(data);
      if (seen > cut.at) return client.destroy();
      onCut();
      if (cut.isDelivered) upstream.end(data);
      for (const socket of open) if (socket !== upstream || !cut.isDelivered) socket.destroy();
      return undefined;
    });
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((proxy.address() as AddressInfo).port);
  url.searchParams.set('application_name', NAME);
  return {
    url: url.href,
    seen: () => seen,
    isCut: () => seen >= cut.at,
    async close() {
      for (const socket of open) socket.destroy();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

/**
 * Waits until the server has ended the sessions of the proxy. It notices a lost client only after the current
 * statement.
 */
export async function untilServerIsDone(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ left: number }>(
      `select count(*)::int as left from pg_stat_activity
       where datname = current_database() and application_name = $1`,
      [NAME],
    );
    if (rows[0]!.left === 0) return;
  }
}
