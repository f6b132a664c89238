/**
 * Sends the messages of the outbox, outside any database transaction. A worker leases a message, renews the lease while
 * it sends the message, then marks it. If a worker crashes between sending and marking, another one sends the message
 * again with the same Message-ID or tag. Two workers never hold a lease on the same message.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import {
  type MessageChannel,
  type MessageTopic,
  retryDelayMs,
  URGENT,
} from '@mare/domain/notifications/outbox.ts';
import { type BatchLoader, createBatchLoader } from '../../platform/caching/batch-loader.ts';
import { heldRows } from '../../platform/database/held-rows.ts';
import type { Platform } from '../../platform/platform.ts';
import { createWorkLoop, type WorkLoop } from '../../platform/work-loop.ts';
import { type MessageContent, openContent } from './message.ts';

export type OutboxDeps = Pick<Platform, 'config' | 'caches' | 'clock' | 'random' | 'db' | 'log' | 'activity'>;

/** `skipped`: the recipient does not want it. `rejected`: permanently, e.g. an unknown e-mail address. */
export type SendOutcome = 'sent' | 'skipped' | 'rejected';

/** Sends one message. Throws if a later attempt may succeed. */
export type SendMessage<Channel extends MessageChannel> = (
  content: Extract<MessageContent, { channel: Channel }>,
  message: { id: string; topic: MessageTopic },
) => Promise<SendOutcome>;

export type Channels = { [Channel in MessageChannel]: SendMessage<Channel> };

/** Hooks of the feature that owns a topic, e.g. to hold the messages of a paused campaign. */
export interface TopicRules {
  /** Called before each attempt. A date postpones the message without counting the attempt. */
  decideSendTime(id: string): Promise<'now' | 'never' | Date>;
  /** Called in the transaction that marks the messages. */
  onSettled(trx: Transaction<DB>, messages: readonly SettledMessage[]): Promise<void>;
}

export type SettledState = SendOutcome | 'parked';

export interface SettledMessage {
  id: string;
  state: SettledState;
}

export type Topics = Partial<Record<MessageTopic, TopicRules>>;

interface LeasedMessage {
  id: string;
  channel: MessageChannel;
  topic: MessageTopic;
  content: Buffer;
  /** Includes this attempt. Also distinguishes this lease from a later one of another worker. */
  attempts: number;
  expiresAt: Date | null;
}

export interface Outbox {
  start(): void;
  /** Sends all due messages. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

const EVERY_MS = 1_000;
/** Delay of the messages of a crashed worker. */
const LEASE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/** Urgent messages have separate workers, so that a slow campaign never delays them. */
const CONCURRENCY = { urgent: 4, all: 8 };
const LAST_PRIORITY = 32_767;

/** @param everyMs pause of an idle loop */
export function createOutbox(
  platform: OutboxDeps,
  channels: Channels,
  { topics = {}, everyMs = EVERY_MS }: { topics?: Topics; everyMs?: number } = {},
): Outbox {
  const settled = createBatchLoader((all: Settled[]) => settleMany(platform, all));
  const loop = (name: keyof typeof CONCURRENCY, lastPriority: number): WorkLoop =>
    createWorkLoop({
      name: `outbox (${name})`,
      log: platform.log,
      activity: platform.activity,
      everyMs,
      concurrency: () => CONCURRENCY[name],
      claim: (limit) => leaseMessages(platform, lastPriority, limit),
      handle: (message) => sendLeased(platform, channels, message, topics[message.topic], settled),
      renewal: { everyMs: RENEW_EVERY_MS, renew: (leased) => renewLeases(platform, leased) },
    });
  const loops = [loop('urgent', URGENT), loop('all', LAST_PRIORITY)];
  return {
    start: () => loops.forEach((one) => one.start()),
    drain: async () => {
      for (const one of loops) await one.drain();
    },
    stop: async () => {
      await Promise.all(loops.map((one) => one.stop()));
    },
  };
}

async function leaseMessages(
  { db, clock }: OutboxDeps,
  lastPriority: number,
  limit: number,
): Promise<LeasedMessage[]> {
  const now = clock.now();
  const until = new Date(now.getTime() + LEASE_MS);
  const { rows } = await sql<LeasedMessage & { priority: number }>`
    with due as materialized (
      select id from outbox as candidate
      where state = 'waiting' and priority <= ${lastPriority} and due_at <= ${now}
        and (stream is null or not exists (
          select from outbox as earlier
          where earlier.stream = candidate.stream and earlier.state = 'waiting' and earlier.id < candidate.id))
      order by priority, due_at limit ${limit} for update skip locked)
    update outbox set due_at = ${until}, attempts = attempts + 1 from due where outbox.id = due.id
    returning outbox.id, channel, topic, content, attempts, expires_at, priority`.execute(db);
  // Ids are ordered by time.
  return rows.toSorted((a, b) => a.priority - b.priority || a.id.localeCompare(b.id));
}

/** Skips messages that another worker has leased since. */
export async function renewLeases(
  { db, clock }: Pick<OutboxDeps, 'db' | 'clock'>,
  leased: readonly Pick<LeasedMessage, 'id' | 'attempts'>[],
): Promise<void> {
  await sql`
    update outbox set due_at = ${new Date(clock.now().getTime() + LEASE_MS)}
    from ${heldRows(leased, 'uuid')}
    where outbox.id = held.id and outbox.attempts = held.attempts and outbox.state = 'waiting'`.execute(db);
}

async function sendLeased(
  platform: OutboxDeps,
  channels: Channels,
  message: LeasedMessage,
  rules: TopicRules | undefined,
  settled: BatchLoader<Settled, void>,
): Promise<void> {
  const { clock, log } = platform;
  const { id, channel, topic, attempts, expiresAt } = message;
  const mark = (change: Change) => settle(platform, message, change, rules);
  if (expiresAt && expiresAt <= clock.now()) return mark({ state: 'skipped', lastError: 'expired' });
  let outcome: SendOutcome;
  try {
    const when = (await rules?.decideSendTime(id)) ?? 'now';
    if (when === 'never') return await mark({ state: 'skipped', lastError: 'not wanted any more' });
    if (when !== 'now') return await mark({ dueAt: when, attempts: attempts - 1 });
    const content = openContent(platform, id, message.content);
    outcome = await (channels[channel] as SendMessage<MessageChannel>)(content, { id, topic });
  } catch (error) {
    const delay = retryDelayMs(attempts);
    log.warn(
      { err: error, channel, topic, message: id, attempts, parked: delay === null },
      'message not sent',
    );
    const lastError = (error instanceof Error ? error.message : String(error)).slice(0, 300);
    return delay === null
      ? mark({ state: 'parked', lastError })
      : mark({ dueAt: new Date(clock.now().getTime() + delay), lastError });
  }
  return settled.load({ id, attempts, state: outcome, rules });
}

interface Settled {
  id: string;
  attempts: number;
  state: SendOutcome;
  rules: TopicRules | undefined;
}

/** Marks a batch of sent messages in one transaction. Skips messages that another worker has leased since. */
async function settleMany({ db, clock }: OutboxDeps, all: readonly Settled[]): Promise<void[]> {
  const now = clock.now();
  if (all.every(({ rules }) => rules === undefined)) await markSettled(db, now, all);
  else
    await db.transaction().execute(async (trx) => {
      const marked = await markSettled(trx, now, all);
      const byRules = Map.groupBy(
        all.filter(({ id }) => marked.has(id)),
        ({ rules }) => rules,
      );
      for (const [rules, messages] of byRules) await rules?.onSettled(trx, messages);
    });
  return all.map(() => undefined);
}

/** @returns ids of messages that were not leased again */
async function markSettled(db: Kysely<DB>, now: Date, all: readonly Settled[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    update outbox set state = settled.state, settled_at = ${now}, content = null, last_error = null
    from unnest(${all.map(({ id }) => id)}::uuid[], ${all.map(({ attempts }) => attempts)}::integer[],
      ${all.map(({ state }) => state)}::text[]) as settled (id, attempts, state)
    where outbox.id = settled.id and outbox.attempts = settled.attempts and outbox.state = 'waiting'
    returning outbox.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface Change {
  state?: SettledState;
  dueAt?: Date;
  attempts?: number;
  lastError?: string | null;
}

/** Changes nothing if another worker has leased the message since. */
async function settle(
  { db, clock }: OutboxDeps,
  { id, attempts }: LeasedMessage,
  change: Change,
  rules: TopicRules | undefined,
): Promise<void> {
  const { state } = change;
  const isOver = state !== undefined && state !== 'parked';
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('outbox')
      .set({ ...change, ...(state && { settledAt: clock.now() }), ...(isOver && { content: null }) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (rules && state && numUpdatedRows > 0n) await rules.onSettled(trx, [{ id, state }]);
  });
}
