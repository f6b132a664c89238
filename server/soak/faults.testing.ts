/** Faults injected while the shop sells. Each one undoes itself. */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { SoakShop } from './shop/start-shop.testing.ts';

export interface Fault {
  name: string;
  strike(shop: SoakShop): Promise<void>;
}

const killed = (name: string, group: 'web' | 'workers', index: number): Fault => ({
  name,
  strike: (shop) => shop[group][index]!.kill('SIGKILL'),
});

/** Uses up all remaining connections of the server. */
async function takeAllConnections(url: string): Promise<pg.Client[]> {
  const taken: pg.Client[] = [];
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch {
      return taken;
    }
    taken.push(client);
  }
}

export const FAULTS: Fault[] = [
  killed('web process killed', 'web', 0),
  killed('worker killed', 'workers', 0),
  {
    name: 'database crashed',
    async strike(shop) {
      // Killing one server process makes PostgreSQL drop every connection and recover from its WAL.
      const { rows } = await shop.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      process.kill(rows[0]!.pid, 'SIGKILL');
    },
  },
  {
    name: 'connections to the database cut',
    async strike(shop) {
      shop.toDatabase.cut(1);
    },
  },
  killed('other web process killed', 'web', 1),
  {
    name: 'database restarted',
    strike: (shop) => shop.restartDatabase(),
  },
  {
    name: 'connections to the database slow',
    async strike(shop) {
      shop.toDatabase.slowDown(15);
      await pause(1500);
      shop.toDatabase.slowDown(0);
    },
  },
  {
    name: 'every connection of the database taken',
    async strike(shop) {
      shop.toDatabase.cut(0.5);
      const taken = await takeAllConnections(shop.databaseUrl());
      await pause(1000);
      await Promise.all(taken.map((client) => client.end().catch(() => undefined)));
    },
  },
  killed('other worker killed', 'workers', 1),
  {
    name: 'database out of reach',
    async strike(shop) {
      shop.toDatabase.blockTraffic();
      await pause(1500);
      shop.toDatabase.cut(0.5);
      shop.toDatabase.unblockTraffic();
    },
  },
  {
    name: 'connections of buyers cut',
    async strike(shop) {
      shop.toSite.cut(0.7);
    },
  },
  {
    name: 'web process stopped',
    strike: (shop) => shop.web[0]!.kill('SIGTERM'),
  },
  {
    name: 'worker stopped',
    strike: (shop) => shop.workers[0]!.kill('SIGTERM'),
  },
  {
    name: 'payment provider slow',
    async strike(shop) {
      shop.slowDownProvider(randomInt(300, 5_000));
      await pause(12_000);
      shop.slowDownProvider(0);
    },
  },
];

/** Ends every open reservation at once. */
export const CLOCK_MOVED: Fault = {
  name: 'clock moved past the end of reservations',
  async strike(shop) {
    shop.moveClock(16 * 60);
  },
};

/** For a shop whose other orders stay open. */
export const SOME_ENDED: Fault = {
  name: '100 reservations ended at once',
  async strike(shop) {
    await shop.pool.query(
      `update orders set hold_expires_at = $1 where id in (
         select id from orders where status = 'pending' and closing_at is null order by created_at desc limit 100)`,
      [shop.now()],
    );
  },
};
