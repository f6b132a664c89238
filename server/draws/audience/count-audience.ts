/**
 * How many people watch a draw right now: each process counts its own in memory and shares its count in the database.
 */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { PUBLISHED_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import { defineCache } from '../../platform/caching/caches.ts';
import type { Platform } from '../../platform/platform.ts';

/** A viewer without a ping for this long counts as gone. Pages ping every 20 s. */
const PRESENT_FOR_MS = 45_000;
const SHARED_EVERY_MS = 10_000;
/** Households and phone networks share IP addresses; without this limit one caller could inflate the count. */
const VIEWERS_PER_ADDRESS = 50;

export interface Viewer {
  rifaId: string;
  /** Random name of an open page. */
  viewer: string;
  ipAddress: string;
}

interface Audience {
  /** IP address to viewer to time (ms) of the last ping. */
  present: Map<string, Map<string, number>>;
  /** Counted by other processes at `sharedAt`. */
  elsewhere: number;
  /** ms */
  sharedAt: number;
}

const audiences = defineCache(() => ({ processId: randomUUID(), byRifa: new Map<string, Audience>() }));

/**
 * Records a ping.
 * @returns viewers in all processes; null for an unpublished rifa
 */
export async function countAudience(
  platform: Pick<Platform, 'pool' | 'clock' | 'caches'>,
  { rifaId, viewer, ipAddress }: Viewer,
): Promise<number | null> {
  const { processId, byRifa } = audiences(platform);
  const now = platform.clock.now();
  const audience = byRifa.get(rifaId) ?? { present: new Map(), elsewhere: 0, sharedAt: 0 };
  byRifa.set(rifaId, audience);
  enter(audience, ipAddress, viewer, now.getTime());
  if (now.getTime() - audience.sharedAt < SHARED_EVERY_MS) return watchers(audience) + audience.elsewhere;

  audience.sharedAt = now.getTime();
  dropAbsent(audience, now.getTime());
  const elsewhere = await share(platform.pool, { rifaId, processId, watchers: watchers(audience), now });
  if (elsewhere === null) {
    byRifa.delete(rifaId);
    return null;
  }
  audience.elsewhere = elsewhere;
  for (const [id, other] of byRifa) if (now.getTime() - other.sharedAt > PRESENT_FOR_MS) byRifa.delete(id);
  return watchers(audience) + elsewhere;
}

function enter({ present }: Audience, ipAddress: string, viewer: string, now: number): void {
  const viewers = present.get(ipAddress) ?? new Map<string, number>();
  present.set(ipAddress, viewers);
  if (viewers.has(viewer) || viewers.size < VIEWERS_PER_ADDRESS) viewers.set(viewer, now);
}

function dropAbsent({ present }: Audience, now: number): void {
  for (const [ipAddress, viewers] of present) {
    for (const [viewer, seenAt] of viewers) if (now - seenAt > PRESENT_FOR_MS) viewers.delete(viewer);
    if (viewers.size === 0) present.delete(ipAddress);
  }
}

function watchers({ present }: Audience): number {
  let count = 0;
  for (const viewers of present.values()) count += viewers.size;
  return count;
}

/** @returns viewers counted by the other processes; null for an unpublished rifa */
async function share(
  pool: pg.Pool,
  { rifaId, processId, watchers, now }: { rifaId: string; processId: string; watchers: number; now: Date },
): Promise<number | null> {
  const { rows } = await pool.query<{ elsewhere: number }>({
    name: 'share-audience',
    text: `
      with own as (
        insert into draw_audience (rifa_id, process_id, watchers, counted_at)
        select id, $2, $3, $4 from rifas where id = $1 and status = any($5)
        on conflict (rifa_id, process_id) do update set watchers = excluded.watchers, counted_at = excluded.counted_at
        returning rifa_id
      )
      select coalesce((
        select sum(other.watchers) from draw_audience as other
        where other.rifa_id = own.rifa_id and other.process_id <> $2 and other.counted_at > $6
      ), 0)::integer as elsewhere from own`,
    values: [rifaId, processId, watchers, now, PUBLISHED_STATES, new Date(now.getTime() - PRESENT_FOR_MS)],
  });
  return rows[0]?.elsewhere ?? null;
}
