import { type RawBuilder, type Selectable, sql, type SqlBool } from 'kysely';
import { centavosFromNumeric, numericFromCentavos } from '@mare/database/money.ts';
import type { EmailCampaigns } from '@mare/database/schema.ts';
import type { Audience } from '@mare/domain/campaigns/audience.ts';

/** The column of each condition, with its type. */
const COLUMNS = {
  segments: 'text[]',
  boughtRifaId: 'uuid',
  city: 'text',
  boughtWithinDays: 'integer',
  absentDays: 'integer',
  minSpent: 'numeric',
  maxSpent: 'numeric',
  tags: 'text[]',
  consents: 'text[]',
} as const;

type Conditions = Record<keyof typeof COLUMNS, RawBuilder<unknown>>;
export type AudienceRow = Pick<Selectable<EmailCampaigns>, keyof typeof COLUMNS>;

function conditionsOf(
  value: (column: keyof typeof COLUMNS, type: string) => RawBuilder<unknown>,
): Conditions {
  const columns = Object.entries(COLUMNS) as [keyof typeof COLUMNS, string][];
  return Object.fromEntries(columns.map(([column, type]) => [column, value(column, type)])) as Conditions;
}

/** Conditions of a stored campaign. @param table its alias in the surrounding query */
export function storedConditions(table: string): Conditions {
  return conditionsOf((column) => sql.ref(`${table}.${column}`));
}

export function typedConditions(audience: Audience): Conditions {
  const row = audienceRow(audience);
  return conditionsOf((column, type) => sql`${row[column]}::${sql.raw(type)}`);
}

export function audienceRow(audience: Audience): AudienceRow {
  const { minSpentCentavos, maxSpentCentavos } = audience;
  return {
    segments: audience.segments,
    boughtRifaId: audience.boughtRifaId,
    city: audience.city,
    boughtWithinDays: audience.boughtWithinDays,
    absentDays: audience.absentDays,
    minSpent: minSpentCentavos === null ? null : numericFromCentavos(minSpentCentavos),
    maxSpent: maxSpentCentavos === null ? null : numericFromCentavos(maxSpentCentavos),
    tags: audience.tags,
    consents: audience.consents,
  };
}

export function audienceOf(row: AudienceRow): Audience {
  return {
    segments: row.segments as Audience['segments'],
    boughtRifaId: row.boughtRifaId,
    city: row.city,
    boughtWithinDays: row.boughtWithinDays,
    absentDays: row.absentDays,
    minSpentCentavos: row.minSpent === null ? null : centavosFromNumeric(row.minSpent),
    maxSpentCentavos: row.maxSpent === null ? null : centavosFromNumeric(row.maxSpent),
    tags: row.tags,
    consents: row.consents as Audience['consents'],
  };
}

const paidOrders = sql`from orders where orders.user_id = profiles.id and orders.status = 'paid'`;

/**
 * Whether the person of the surrounding query's `profiles` is in an audience, like `matchesAudience` in domain/. Each
 * condition may be absent.
 */
export function isInAudience(audience: Conditions, now: Date): RawBuilder<SqlBool> {
  const { segments, boughtRifaId, city, boughtWithinDays, absentDays, minSpent, maxSpent, tags, consents } =
    audience;
  const paidSince = (days: RawBuilder<unknown>) =>
    sql`exists (select ${paidOrders} and orders.paid_at >= ${now}::timestamptz - make_interval(days => ${days}))`;
  return sql<SqlBool>`(
    (${segments} = '{}' or profiles.segment = any (${segments}))
    and (${city} = '' or lower(profiles.city) = lower(${city}))
    and (${minSpent} is null or profiles.total_spent >= ${minSpent})
    and (${maxSpent} is null or profiles.total_spent <= ${maxSpent})
    and (${tags} = '{}' or exists (
      select from person_tags where person_tags.user_id = profiles.id and person_tags.tag = any (${tags})))
    and (${boughtRifaId} is null or exists (
      select from orders join order_items on order_items.order_id = orders.id
      where orders.user_id = profiles.id and orders.status = 'paid' and order_items.rifa_id = ${boughtRifaId}))
    and (${boughtWithinDays} is null or ${paidSince(boughtWithinDays)})
    and (${absentDays} is null or (exists (select ${paidOrders}) and not ${paidSince(absentDays)}))
    and (${consents} = '{}' or exists (
      select from (
        select measurement, marketing from consents as choice where choice.user_id = profiles.id
        order by choice.id desc limit 1) as latest
      where (latest.measurement or 'measurement' <> all (${consents}))
        and (latest.marketing or 'marketing' <> all (${consents})))))`;
}
