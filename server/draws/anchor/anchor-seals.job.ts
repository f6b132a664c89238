/**
 * If a timestamp calendar is configured, submits each new seal to it and polls until the seal's Bitcoin block is known.
 * Draws never wait for it.
 */
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { completeProof, startProof } from '../../transparency/timestamps/calendar.ts';

const BATCH_SIZE = 20;
const HOUR_MS = 3_600_000;
/** Maximum age of a seal to submit: a late timestamp proves little. */
const NEW_FOR_MS = 7 * 24 * HOUR_MS;

type Deps = Pick<Platform, 'db' | 'clock' | 'config' | 'log'>;

export const anchorSealsJob = defineJob('anchor-seals', { everyMinutes: 5 }, anchorSeals);

export async function anchorSeals(platform: Deps): Promise<void> {
  if (!platform.config.timestampCalendarUrl) return;
  await stampNew(platform);
  await completePending(platform);
}

async function stampNew(platform: Deps): Promise<void> {
  const { db, clock, config } = platform;
  const seals = await db
    .selectFrom('drawSeals as seal')
    .leftJoin('drawAnchors as anchor', (join) =>
      join.onRef('anchor.rifaId', '=', 'seal.rifaId').onRef('anchor.sealVersion', '=', 'seal.version'),
    )
    .select(['seal.rifaId', 'seal.version', 'seal.hash'])
    .where('anchor.rifaId', 'is', null)
    .where('seal.sealedAt', '>', new Date(clock.now().getTime() - NEW_FOR_MS))
    .orderBy('seal.sealedAt')
    .limit(BATCH_SIZE)
    .execute();
  for (const { rifaId, version, hash } of seals) {
    const chain = await startProof(platform, Buffer.from(hash, 'hex'));
    if (!chain) continue;
    const now = clock.now();
    await db
      .insertInto('drawAnchors')
      .values({
        rifaId,
        sealVersion: version,
        calendar: config.timestampCalendarUrl!,
        chain,
        anchoredAt: now,
        checkedAt: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

async function completePending(platform: Deps): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const pending = await db
    .selectFrom('drawAnchors as anchor')
    .innerJoin('drawSeals as seal', (join) =>
      join.onRef('seal.rifaId', '=', 'anchor.rifaId').onRef('seal.version', '=', 'anchor.sealVersion'),
    )
    .select(['anchor.rifaId', 'anchor.sealVersion', 'anchor.chain', 'seal.hash'])
    .where('anchor.blockHeight', 'is', null)
    .where('anchor.checkedAt', '<', new Date(now.getTime() - HOUR_MS))
    .orderBy('anchor.checkedAt')
    .limit(BATCH_SIZE)
    .execute();
  for (const { rifaId, sealVersion, chain, hash } of pending)
    await db
      .updateTable('drawAnchors')
      .set({
        ...(await completeProof(platform, { digest: Buffer.from(hash, 'hex'), chain })),
        checkedAt: now,
      })
      .where('rifaId', '=', rifaId)
      .where('sealVersion', '=', sealVersion)
      .where('blockHeight', 'is', null)
      .execute();
}
