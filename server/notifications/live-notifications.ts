/**
 * Streams notifications of all processes to the browsers connected to this one. A single LISTEN connection serves all
 * browsers; its announcements only trigger a read from the last sequence, so a lost announcement loses no
 * notification.
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
/** Connections per person (tabs, devices); beyond it the oldest is ended. */
const FOLLOWERS_OF_PERSON = 12;
/** Maximum age of a connection: reconnecting authenticates again. */
const LIFETIME_MS = 15 * 60_000;
const SWEEP_MS = 30_000;

export interface LiveNotifications {
  /**
   * Streams a person's notifications from now on.
   * @param lastSequence last one received on an earlier connection: the stream resumes after it
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
  /** Last sequence read by this process; null before the first read. */
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

/** First events of a connection: the current state, or the notifications it missed. */
async function* beginnings(
  db: Database,
  /** Resolves once live delivery has started, so that the backlog leaves no gap. */
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
