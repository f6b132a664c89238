import type { Transaction } from 'kysely';
import type { RifaGaps } from '@mare/contract/rifas/rifa-gaps.ts';
import type { DB } from '@mare/database/schema.ts';
import { missingBeforePublishing } from '@mare/domain/rifas/lifecycle/publishing.ts';
import { hasRoomForInstantPrizes } from '../../draws/instant/hiding/hide-instant-prizes.ts';
import type { Platform } from '../../platform/platform.ts';
import { comingExtractions, firstPossible } from '../management/coming-extractions.ts';
import { findRifaToManage, type RifaToManage } from '../management/managed-rifas.queries.ts';

interface Publication {
  when: 'now' | 'scheduled';
  /** Null: any draw date is accepted. */
  extractions: readonly Date[] | null;
}

/** Parts that a stored rifa lacks for publication. */
export async function findMissingParts(
  db: Platform['db'] | Transaction<DB>,
  rifa: RifaToManage,
  { clock, config }: Pick<Platform, 'clock' | 'config'>,
  { when, extractions }: Publication,
): Promise<RifaGaps['missing']> {
  const missing = missingBeforePublishing(
    {
      ...rifa,
      legal: { ...rifa.legal, hasCertificate: rifa.legalFiles.some(({ kind }) => kind === 'certificate') },
      drawDate: new Date(rifa.drawDate),
      salesStart: rifa.salesStart === null ? null : new Date(rifa.salesStart),
    },
    { now: clock.now(), demo: config.demo, when, extractions },
  );
  return missing.length > 0 || (await hasRoomForInstantPrizes(db, rifa)) ? missing : ['total'];
}

/** Parts that a draft lacks for publication now, or to be scheduled. @returns null for an unknown rifa */
export async function readRifaGaps(
  platform: Pick<Platform, 'db' | 'clock' | 'config'>,
  { id, to }: { id: string; to: 'active' | 'scheduled' },
): Promise<RifaGaps | null> {
  const [rifa, coming] = await Promise.all([findRifaToManage(platform.db, id), comingExtractions(platform)]);
  if (!rifa) return null;
  const extractions = coming && coming.map(({ runsAt }) => runsAt);
  const when = to === 'scheduled' ? 'scheduled' : 'now';
  return {
    missing: await findMissingParts(platform.db, rifa, platform, { when, extractions }),
    nextExtraction: firstPossible(rifa, coming, platform.clock.now()),
  };
}
