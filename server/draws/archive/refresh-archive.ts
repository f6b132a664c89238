import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { readSourceAnswer, type SourceAnswer } from '@mare/domain/draws/lottery/source-answer.ts';
import type { Platform } from '../../platform/platform.ts';
import { latestNumber, recordSourceOutcome, saveAnswers } from './archive.queries.ts';
import { lotterySources } from './lottery-sources.ts';
import type { LotterySource } from './source.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'config'>;

/** Number of latest extractions to fetch again, since a source may complete or correct them. */
const REFETCHED_COUNT = 2;

/** Fetches from every source its latest extraction and those that the archive lacks from that source. */
export async function refreshArchive(platform: Deps): Promise<void> {
  for (const source of lotterySources(platform)) await refreshFrom(platform, source);
}

async function refreshFrom(platform: Deps, source: LotterySource): Promise<void> {
  const { db, clock } = platform;
  // A source without stored answers starts after the imported file.
  const known = (await latestNumber(db, source.name)) ?? (await latestNumber(db)) ?? 0;
  const latest = await fetchAnswer(platform, source, null);
  if (!latest) return;
  const { number } = latest.extraction;
  const from = Math.max(1, Math.min(known + 1, number - REFETCHED_COUNT));
  const to = Math.min(number - 1, from + source.missingAtOnce - 1);
  for (let missing = from; missing <= to; missing++) await fetchAnswer(platform, source, missing);
  await recordSourceOutcome(db, source.name, { ok: true }, clock.now());
}

/**
 * Fetches one extraction from one source and saves the answer.
 * @param number null for the latest
 * @returns null when the source has no valid answer, which is recorded and logged
 */
export async function fetchAnswer(
  { db, clock, log }: Deps,
  source: LotterySource,
  number: number | null,
): Promise<SourceAnswer | null> {
  try {
    const { url, body } = await source.readAnswer(number);
    const read = readSourceAnswer(body);
    if (!read.ok) throw new Error(read.code);
    const { extraction, next, times } = read.value;
    if (number !== null && extraction.number !== number) throw new Error('OTHER_EXTRACTION');
    const rawHash = sha256Hex(body);
    const answer = { ...extraction, source: source.name, next, times, rawBody: body, rawHash, url };
    await saveAnswers(db, [answer], clock.now());
    return read.value;
  } catch (error) {
    log.warn({ err: error, source: source.name, number }, 'lottery source has no valid answer');
    if (number === null)
      await recordSourceOutcome(
        db,
        source.name,
        { ok: false, error: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
        clock.now(),
      );
    return null;
  }
}
