/** Dependencies of every use case. Built once at startup; tests replace parts of it. */
import type pg from 'pg';
import type { Database } from '@mare/database/connection/connect.ts';
import type { Activity } from './activity.ts';
import type { Caches } from './caching/caches.ts';
import type { Clock, Random } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Jobs } from './jobs/enqueue-jobs.ts';
import type { Log } from './log/log.ts';
import type { Mailer } from './messages/mail.ts';
import type { Replica } from './database/replica.ts';

export interface Platform {
  config: Config;
  db: Database;
  /** The connections of `db`, for hand-written SQL on hot paths. */
  pool: pg.Pool;
  /** Caches of reads through `db` and `pool`. */
  caches: Caches;
  /** See `withReadReplica`. */
  replica?: Replica;
  jobs: Jobs;
  mailer: Mailer;
  clock: Clock;
  random: Random;
  log: Log;
  /** Unset: loops always keep their pace. */
  activity?: Activity;
}
