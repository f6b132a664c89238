/**
 * Streams notifications of all processes to the browsers connected to this one. A single LISTEN connection serves all
 * browsers; its announcements only trigger a read from the last sequence, so a lost announcement loses no
 * notification. Only signals travel in the announcement itself.
 */
import type { LiveEvent } from '@mare/contract/notifications/notifications.ts';
import { createSingleFlightRunner } from '../platform/caching/single-flight.ts';
import { listenTo, type Listener } from '../platform/database/listen.ts';
import type { Principal } from '../platform/http/api.ts';
import type { Platform } from '../platform/platform.ts';
import { StreamEvent } from '../platform/realtime/event-stream.ts';
import { createSignalDelivery } from './deliver-signals.ts';
import { CHANNEL, readSignal } from './live-signals.ts';
import { liveEvent, NotificationStream, type SendBacklog } from './notification-stream.ts';
import {
  type SequencedNotification,
  readUnreadState,
  selectOpenSessions,
  selectNotificationsAfter,
  selectNewestSequence,
} from './notifications.queries.ts';

/** NOTIFY payload for ended sessions (database/migrations/0290_notify_ended_sessions.sql). */
const SESSIONS_ENDED = 'sessions';
const BATCH = 500;
/** Connections per person (tabs, devices); beyond it the oldest is ended. */
const CONNECTIONS_PER_PERSON = 12;
/** Maximum age of a connection: reconnecting authenticates again. */
const LIFETIME_MS = 15 * 60_000;
const EXPIRY_CHECK_MS = 30_000;

type Reader = Pick<Principal, 'userId' | 'sessionId'>;

export interface LiveNotifications {
  /**
   * Streams a person's notifications from now on, until the session ends.
   * @param lastSequence last one received on an earlier connection: the stream resumes after it
   */
  subscribe(reader: Reader, lastSequence: number | null): NotificationStream;
  /** Open connections. */
  readonly size: number;
  /** Ends every connection. */
  stop(): Promise<void>;
}

export function createLiveNotifications(platform: Platform): LiveNotifications {
  const { db, clock, log } = platform;
  const streams = new Map<string, Set<NotificationStream>>();
  let listener: Listener | null = null;
  let expiryCheck: NodeJS.Timeout | undefined;
  let stopped = false;
  /** Last sequence read by this process; null before the first read. */
  let lastRead: number | null = null;

  const started = Promise.withResolvers<void>();

  const reading = createSingleFlightRunner(log, 'deliver-notifications', async () => {
    lastRead ??= await selectNewestSequence(db);
    started.resolve();
    for (;;) {
      const arrivals = await selectNotificationsAfter(db, { after: lastRead, limit: BATCH });
      for (const arrival of arrivals) deliver(arrival);
      lastRead = arrivals.at(-1)?.sequence ?? lastRead;
      if (arrivals.length < BATCH) return;
    }
  });

  function deliver(arrival: SequencedNotification): void {
    const groups = arrival.userId === null ? [...streams.values()] : [streams.get(arrival.userId) ?? []];
    const { sequence, notification } = arrival;
    const event = liveEvent({ kind: 'arrived', sequence, notification });
    for (const group of groups) for (const stream of group) stream.push(event);
  }

  const signals = createSignalDelivery(platform, (userId, signal) => {
    const event = new StreamEvent<LiveEvent>(signal);
    for (const stream of streams.get(userId) ?? []) stream.pushSignal(event);
  });

  const endingRevoked = createSingleFlightRunner(log, 'end-revoked-streams', async () => {
    const open = all();
    if (open.length === 0) return;
    const alive = await selectOpenSessions(db, [...new Set(open.map(({ sessionId }) => sessionId))]);
    for (const stream of open) if (!alive.has(stream.sessionId)) stream.end();
  });

  /** @param onEnded called for a session that ended between its authentication and the first read, unannounced */
  async function ready(sessionId: string, onEnded: () => void): Promise<void> {
    await started.promise;
    if (!(await selectOpenSessions(db, [sessionId])).has(sessionId)) onEnded();
  }

  function onAnnouncement(payload: string | null): void {
    const signal = readSignal(payload);
    if (signal) return signals.deliver(signal);
    if (payload !== SESSIONS_ENDED) reading.trigger();
    if (payload === SESSIONS_ENDED || payload === null) endingRevoked.trigger();
  }

  function subscribe({ userId, sessionId }: Reader, lastSequence: number | null): NotificationStream {
    const group = streams.get(userId) ?? new Set();
    const stream: NotificationStream = new NotificationStream(
      backlogOf(platform, () => ready(sessionId, () => stream.end()), userId, lastSequence),
      { sessionId, since: clock.now().getTime() },
      () => {
        group.delete(stream);
        if (group.size === 0) streams.delete(userId);
      },
    );
    if (stopped) {
      stream.end();
      return stream;
    }
    streams.set(userId, group.add(stream));
    if (group.size > CONNECTIONS_PER_PERSON) group.values().next().value?.end();
    listener ??= listenTo(platform, CHANNEL, onAnnouncement);
    expiryCheck ??= setInterval(endExpired, EXPIRY_CHECK_MS);
    return stream;
  }

  function all(): NotificationStream[] {
    return [...streams.values()].flatMap((group) => [...group]);
  }

  function endExpired(): void {
    const oldest = clock.now().getTime() - LIFETIME_MS;
    for (const stream of all()) if (stream.since < oldest) stream.end();
    endingRevoked.trigger();
  }

  return {
    subscribe,
    get size() {
      return all().length;
    },
    stop: async () => {
      stopped = true;
      clearInterval(expiryCheck);
      for (const stream of all()) stream.end();
      await listener?.stop();
      await reading.stop();
      await signals.stop();
      await endingRevoked.stop();
    },
  };
}

/** First events of a connection: the current state, or the notifications it missed. */
const backlogOf =
  (
    { db, pool }: Pick<Platform, 'db' | 'pool'>,
    /** Resolves once live delivery has started, so that the backlog leaves no gap. */
    delivering: () => Promise<void>,
    userId: string,
    lastSequence: number | null,
  ): SendBacklog =>
  async (stream) => {
    await delivering();
    if (lastSequence === null) {
      const { sequence, unread } = await readUnreadState(pool, userId);
      stream.sendOnce(liveEvent({ kind: 'ready', sequence, unread }));
      return;
    }
    for (let after = lastSequence; !stream.isEnded;) {
      const missed = await selectNotificationsAfter(db, { after, userId, limit: BATCH });
      for (const { sequence, notification } of missed) {
        stream.sendOnce(liveEvent({ kind: 'arrived', sequence, notification }));
        after = sequence;
      }
      if (missed.length < BATCH) return;
      await stream.drained();
    }
  };
