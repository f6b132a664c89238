/** Stores hints in the webhook inbox: one pending row per resource; a repeat only increments its count. */
import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { WebhookHint } from '../providers/payment-provider.ts';

export interface NamedHint {
  provider: string;
  topic: WebhookHint['topic'];
  resourceId: string;
}

export interface StorableHint extends NamedHint {
  trust: 'verified' | 'unverified';
  /** Skipped if the payment is stored with its order: the response to its creation had the same data. */
  isCreation?: boolean | undefined;
}

/** One statement for any number of hints. @returns whether each is in the inbox, in the same order */
export async function storeHints(
  db: Kysely<DB>,
  now: Date,
  hints: readonly StorableHint[],
): Promise<boolean[]> {
  // A statement can write a row only once, so repeats of a resource are counted together.
  const byName = Map.groupBy(hints, nameOf);
  const named = [...byName.values()].map((repeats) => ({
    ...repeats[0]!,
    hits: repeats.length,
    isCreation: repeats.every(({ isCreation }) => isCreation === true),
  }));
  const { rows } = await sql<NamedHint>`
    insert into webhook_inbox as known (provider, topic, resource_id, trust, hits, next_attempt_at)
    select provider, topic, resource_id, trust, hits, ${now}::timestamptz
    from unnest(${named.map(({ provider }) => provider)}::text[], ${named.map(({ topic }) => topic)}::text[],
      ${named.map(({ resourceId }) => resourceId)}::text[], ${named.map(({ trust }) => trust)}::text[],
      ${named.map(({ hits }) => hits)}::integer[], ${named.map(({ isCreation }) => isCreation)}::boolean[])
      as hint (provider, topic, resource_id, trust, hits, is_creation)
    where not (is_creation and exists (
      select from provider_payments as payment
      where payment.provider = hint.provider and payment.payment_id = hint.resource_id and payment.order_id is not null))
    order by provider, topic, resource_id
    on conflict (provider, topic, resource_id) where status = 'pending'
      do update set hits = known.hits + excluded.hits, updated_at = ${now}::timestamptz
    returning provider, topic, resource_id`.execute(db);
  const stored = new Set(rows.map(nameOf));
  return hints.map((hint) => stored.has(nameOf(hint)));
}

const nameOf = ({ provider, topic, resourceId }: NamedHint) => JSON.stringify([provider, topic, resourceId]);
