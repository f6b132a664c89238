/**
 * Brings notifications to the browsers that are connected to this process, whichever process wrote them. One connection
 * listens for all browsers; what it hears is only a hint to read on from the place reached in the order of arrival, so a
 * lost announcement loses no notification.
 */
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import type { Database } from '@mare/database/connect.ts';
import { createSingleFlightRunner } from '../platform/single-flight.ts';
import { listenTo, type Listener } from '../platform/database/listen.ts';
import type { Platform } from '../platform/platform.ts';
import { Follower } from './follower.ts';
import { type Arrival, readStanding, selectArrivals, selectNewestSequence } from './notifications.queries.ts';

const CHANNEL = 'notifications';
const BATCH = 500;
/** Tabs and devices of one person; the longest connected goes first. */
const FOLLOWERS_OF_PERSON = 12;
/** Then the browser connects again and shows anew that its session is still good. */
const LIFETIME_MS = 15 * 60_000;
const SWEEP_MS = 30_000;

export interface LiveNotifications {
  /**
   * What a person is told from now on.
   * @param lastSequence the last one that the browser got on an earlier connection; exactly those after it come first
   */
  follow(userId: string, lastSequence: number | null): Follower['events'];
  /** Open connections. */
  readonly size: number;
  /** Ends every connection. */
  stop(): Promise<void>;
}

export function createLiveNotifications(platform: Platform): LiveNotifications {
  const { db, clock, log } = platform;
  const followers = new Map<string, Set<Follower>>();
  let listener: Listener | null = null;
  let sweep: NodeJS.Timeout | undefined;
  let stopped = false;
  /** How far this process has read; null until it first listens. */
  let reached: number | null = null;

  const started = Promise.withResolvers<void>();

  const reading = createSingleFlightRunner(log, 'deliver-notifications', async () => {
    reached ??= await selectNewestSequence(db);
    started.resolve();
    for (;;) {
      const arrivals = await selectArrivals(db, { after: reached, limit: BATCH });
      for (const arrival of arrivals) deliver(arrival);
      reached = arrivals.at(-1)?.sequence ?? reached;
      if (arrivals.length < BATCH) return;
    }
  });

  function deliver(arrival: Arrival): void {
    const groups = arrival.userId === null ? [...followers.values()] : [followers.get(arrival.userId) ?? []];
    for (const group of groups) for (const follower of group) follower.tell(arrival);
  }

  function follow(userId: string, lastSequence: number | null): Follower['events'] {
    const group = followers.get(userId) ?? new Set();
    const follower: Follower = new Follower(
      beginnings(db, started.promise, userId, lastSequence),
      clock.now(),
      () => {
        group.delete(follower);
        if (group.size === 0) followers.delete(userId);
      },
    );
    if (stopped) {
      follower.end();
      return follower.events;
    }
    followers.set(userId, group.add(follower));
    if (group.size > FOLLOWERS_OF_PERSON) group.values().next().value?.end();
    listener ??= listenTo(platform, CHANNEL, reading.trigger);
    sweep ??= setInterval(endOld, SWEEP_MS);
    return follower.events;
  }

  function all(): Follower[] {
    return [...followers.values()].flatMap((group) => [...group]);
  }

  function endOld(): void {
    const oldest = clock.now().getTime() - LIFETIME_MS;
    for (const follower of all()) if (follower.since.getTime() < oldest) follower.end();
  }

  return {
    follow,
    get size() {
      return all().length;
    },
    stop: async () => {
      stopped = true;
      clearInterval(sweep);
      for (const follower of all()) follower.end();
      await listener?.stop();
      await reading.stop();
    },
  };
}

/** What a connection begins with: where it stands, or what it has missed. */
async function* beginnings(
  db: Database,
  /** From then on what arrives is delivered, so what is read here leaves no gap. */
  delivering: Promise<void>,
  userId: string,
  lastSequence: number | null,
): AsyncGenerator<LiveEvent, void, void> {
  await delivering;
  if (lastSequence === null) {
    const { sequence, unread } = await readStanding(db, userId);
    yield { kind: 'ready', sequence, unread };
    return;
  }
  for (let after = lastSequence; ;) {
    const missed = await selectArrivals(db, { after, userId, limit: BATCH });
    for (const { sequence, notification } of missed) {
      yield { kind: 'arrived', sequence, notification };
      after = sequence;
    }
    if (missed.length < BATCH) return;
  }
}
