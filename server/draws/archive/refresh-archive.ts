import { sha256Hex } from '@mare/domain/draws/sealing/sha256.ts';
import { parseSourceResponse, type SourceResponse } from '@mare/domain/draws/lottery/source-response.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';
import { listMissingNumbers, recordSourceOutcome, saveResponses } from './archive.queries.ts';
import { lotterySources } from './lottery-sources.ts';
import type { LotterySource } from './source.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'log' | 'config'>;

/** Number of latest extractions to fetch again, since a source may complete or correct them. */
const REFETCHED_COUNT = 2;

/** Fetches from every source its latest and its missing extractions, newest first. */
export async function refreshArchive(platform: Deps & Pick<Platform, 'caches'>): Promise<void> {
  for (const source of lotterySources(platform)) await refreshFrom(platform, source);
}

async function refreshFrom(platform: Deps & Pick<Platform, 'caches'>, source: LotterySource): Promise<void> {
  const { db, clock } = platform;
  const latest = await fetchResponse(platform, source, null);
  if (!latest) return;
  const { number } = latest.extraction;
  const askedAgain = number - REFETCHED_COUNT;
  const unanswered = unansweredNumbers(platform, source.name);
  const missing = (await listMissingNumbers(db, source.name, number))
    .filter((each) => each >= askedAgain || !unanswered.has(each))
    .slice(0, source.missingAtOnce);
  for (let each = number - 1; each >= Math.max(1, askedAgain); each--)
    if (!missing.includes(each)) await fetchResponse(platform, source, each);
  for (const each of missing)
    if (!(await fetchResponse(platform, source, each))) unanswered.set(each, clock.now());
  await recordSourceOutcome(db, source.name, { ok: true }, clock.now());
}

/**
 * Numbers without a response, by source, with the time of the last request: the lottery skips some numbers, and some
 * sources have lost a few.
 */
const unansweredBySource = defineCache(() => new Map<string, Map<number, Date>>());

const ASKED_AGAIN_AFTER_MS = 86_400_000;

function unansweredNumbers(platform: Pick<Platform, 'caches' | 'clock'>, source: string): Map<number, Date> {
  const bySource = unansweredBySource(platform);
  const unanswered = bySource.get(source) ?? new Map<number, Date>();
  bySource.set(source, unanswered);
  const now = platform.clock.now().getTime();
  for (const [number, askedAt] of unanswered)
    if (Math.abs(now - askedAt.getTime()) >= ASKED_AGAIN_AFTER_MS) unanswered.delete(number);
  return unanswered;
}

/**
 * Fetches one extraction from one source and saves the response.
 * @param number null for the latest
 * @returns null when the source has no valid response, which is recorded and logged
 */
export async function fetchResponse(
  { db, clock, log }: Deps,
  source: LotterySource,
  number: number | null,
): Promise<SourceResponse | null> {
  try {
    const { url, body } = await source.readResponse(number);
    const read = parseSourceResponse(body);
    if (!read.ok) throw new Error(read.code);
    const { extraction, next, times } = read.value;
    if (number !== null && extraction.number !== number) throw new Error('OTHER_EXTRACTION');
    const rawHash = sha256Hex(body);
    const response = { ...extraction, source: source.name, next, times, rawBody: body, rawHash, url };
    await saveResponses(db, [response], clock.now());
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
