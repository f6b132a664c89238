/**
 * Submits the newest checkpoint to an OpenTimestamps calendar: soon after an entry that decides a draw, otherwise
 * once a day. Then polls until the Bitcoin block that contains it is known. Nothing waits for it.
 */
import { parseNote } from '@mare/domain/transparency/log/signed-note.ts';
import { timestampImprint } from '@mare/domain/transparency/verify/times/verify-timestamps.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLatestCheckpoint } from '../tree/find-checkpoint.ts';
import { completeProof, startProof } from './calendar.ts';
import { hasDecisiveEntries } from './decisive-entries.ts';

const HOUR_MS = 3_600_000;
const INTERVAL_MS = 24 * HOUR_MS;
const BATCH_SIZE = 20;

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

export const anchorCheckpointJob = defineJob('anchor-checkpoint', { everyMinutes: 10 }, anchorCheckpoint);

export async function anchorCheckpoint(platform: Deps): Promise<void> {
  if (!platform.config.timestampCalendarUrl) return;
  await submitNewest(platform);
  await completePending(platform);
}

async function submitNewest(platform: Deps): Promise<void> {
  const { db, clock, config } = platform;
  const newest = await findLatestCheckpoint(db);
  const note = newest && parseNote(newest.note);
  if (!note || !(await isDue(platform, newest.size))) return;
  const chain = await startProof(platform, timestampImprint({ note }));
  if (!chain) return;
  const now = clock.now();
  await db
    .insertInto('logAnchors')
    .values({
      size: newest.size,
      calendar: config.timestampCalendarUrl!,
      chain,
      anchoredAt: now,
      checkedAt: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function isDue({ db, clock }: Deps, size: number): Promise<boolean> {
  const last = await db
    .selectFrom('logAnchors')
    .select(['size', 'anchoredAt'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return true;
  if (last.size >= size) return false;
  if (clock.now().getTime() - last.anchoredAt.getTime() >= INTERVAL_MS) return true;
  return hasDecisiveEntries(db, last.size, size);
}

async function completePending(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const pending = await db
    .selectFrom('logAnchors as anchor')
    .innerJoin('logCheckpoints as checkpoint', 'checkpoint.size', 'anchor.size')
    .select(['anchor.size', 'anchor.chain', 'checkpoint.note'])
    .where('anchor.blockHeight', 'is', null)
    .where('anchor.checkedAt', '<', new Date(now.getTime() - HOUR_MS))
    .orderBy('anchor.checkedAt')
    .limit(BATCH_SIZE)
    .execute();
  for (const { size, chain, note } of pending) {
    const digest = timestampImprint({ note: parseNote(note)! });
    await db
      .updateTable('logAnchors')
      .set({ ...(await completeProof(platform, { digest, chain })), checkedAt: now })
      .where('size', '=', size)
      .where('blockHeight', 'is', null)
      .execute();
  }
}
