/**
 * Requests a signed time stamp of the newest checkpoint from an authority: within a minute after a list was frozen or
 * sealed, or cotas premiadas were committed to, otherwise once an hour. A failed run is repeated a minute later.
 */
import { parseNote } from '@mare/domain/transparency/log/signed-note.ts';
import { timestampImprint } from '@mare/domain/transparency/verify/times/verify-timestamps.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestCheckpoint } from '../tree/find-checkpoint.ts';
import { hasDecisiveEntries } from './decisive-entries.ts';
import { requestToken } from './request-token.ts';
import { readTrustedRoots } from './trusted-authorities.ts';

const INTERVAL_MS = 3_600_000;

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

export const stampCheckpointJob = defineJob(
  'stamp-checkpoint',
  { everyMinutes: 1 },
  async (platform: Deps) => {
    await stampCheckpoint(platform);
  },
);

/** Authorities are asked in order until one responds. @returns whether a token was stored */
export async function stampCheckpoint(platform: Deps): Promise<boolean> {
  const { db, config, log } = platform;
  if (config.timestampUrls.length === 0) return false;
  const newest = await findLatestCheckpoint(db);
  const note = newest && parseNote(newest.note);
  if (!note || !(await isDue(platform, newest.size))) return false;
  const hash = timestampImprint({ note });
  for (const url of config.timestampUrls)
    try {
      const { token, time } = await requestToken(url, hash, () => readTrustedRoots(platform));
      await db
        .insertInto('logTimestamps')
        .values({ size: newest.size, authority: url, token: Buffer.from(token), stampedAt: time })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return true;
    } catch (error) {
      log.warn({ err: error, url }, 'time-stamping authority did not stamp the public log');
    }
  return false;
}

async function isDue({ db, clock }: Deps, size: number): Promise<boolean> {
  const last = await db
    .selectFrom('logTimestamps')
    .select(['size', 'stampedAt'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return true;
  if (last.size >= size) return false;
  if (clock.now().getTime() - last.stampedAt.getTime() >= INTERVAL_MS) return true;
  return hasDecisiveEntries(db, last.size, size);
}
