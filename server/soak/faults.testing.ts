/** Faults injected while the shop sells. Each one undoes itself. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { SoakShop } from './shop/start-shop.testing.ts';

export interface Fault {
  name: string;
  inject(shop: SoakShop): Promise<void>;
}

const processKill = (name: string, group: 'web' | 'workers', index: number): Fault => ({
  name,
  inject: (shop) => shop[group][index]!.kill('SIGKILL'),
});

/** Uses up all remaining connections of the server. */
async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const clients: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return clients;
    }
    clients.push(client);
  }
}

export const FAULTS: Fault[] = [
  processKill('web process killed', 'web', 0),
  processKill('worker killed', 'workers', 0),
  {
    name: 'database crashed',
    async inject(shop) {
      // Killing one server process makes PostgreSQL drop every connection and recover from its WAL.
      const { rows } = await shop.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]!.pid, 'SIGKILL');
    },
  },
  {
    name: 'connections to the database cut',
    async inject(shop) {
      shop.toDatabase.cut(1);
    },
  },
  processKill('other web process killed', 'web', 1),
  {
    name: 'database restarted',
    inject: (shop) => shop.restartDatabase(),
  },
  {
    name: 'connections to the database slow',
    async inject(shop) {
      shop.toDatabase.slowDown(15);
      await pause(1500);
      shop.toDatabase.slowDown(0);
    },
  },
  {
    name: 'every connection of the database taken',
    async inject(shop) {
      shop.toDatabase.cut(0.5);
      const clients = await takeAllConnections(shop.databaseUrl());
      await pause(1000);
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    },
  },
  processKill('other worker killed', 'workers', 1),
  {
    name: 'database out of reach',
    async inject(shop) {
      shop.toDatabase.blockTraffic();
      await pause(1500);
      shop.toDatabase.cut(0.5);
      shop.toDatabase.unblockTraffic();
    },
  },
  {
    name: 'connections of buyers cut',
    async inject(shop) {
      shop.toSite.cut(0.7);
    },
  },
  {
    name: 'web process stopped',
    inject: (shop) => shop.web[0]!.kill('SIGTERM'),
  },
  {
    name: 'worker stopped',
    inject: (shop) => shop.workers[0]!.kill('SIGTERM'),
  },
  {
    name: 'payment provider slow',
    async inject(shop) {
      shop.slowDownProvider(randomInt(300, 5_000));
      await pause(12_000);
      shop.slowDownProvider(0);
    },
  },
];

/** Ends every open reservation at once. */
export const CLOCK_MOVED: Fault = {
  name: 'clock moved past the end of reservations',
  async inject(shop) {
    shop.moveClock(16 * 60);
  },
};

/** For a shop whose other orders stay open. */
export const SOME_ENDED: Fault = {
  name: '100 reservations ended at once',
  async inject(shop) {
    await shop.pool.query(
      `update orders set hold_expires_at = $1 where id in (
         select id from orders where status = 'pending' and closing_at is null order by created_at desc limit 100)`,
      [shop.now()],
    );
  },
};
