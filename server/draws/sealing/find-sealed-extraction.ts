import type { Kysely } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { extractionTime } from '@mare/domain/draws/lottery/lottery-hours.ts';
import type { Platform } from '../../platform/platform.ts';
import { findLotteryHours } from '../archive/find-lottery-hours.ts';
import { latestNumber } from '../archive/archive.queries.ts';
import { findLatestSeal } from '../draws.queries.ts';

/** The extraction that a rifa is sealed for, with its expected date and whether a source knows it or a later one. */
export async function findSealedExtraction(
  db: Kysely<DB>,
  platform: Pick<Platform, 'config'>,
  rifaId: string,
): Promise<{ runsAt: Date; hasRun: boolean } | null> {
  const seal = await findLatestSeal(db, rifaId);
  if (!seal) return null;
  const latest = await latestNumber(db);
  return {
    runsAt: extractionTime(seal.extractionDate, await findLotteryHours(platform, db)),
    hasRun: latest !== null && latest >= seal.extraction,
  };
}
