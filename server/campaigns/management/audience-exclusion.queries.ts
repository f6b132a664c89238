/** People of an audience who get no advertising at all, or none for a rifa that they cannot buy. */
import { type RawBuilder, sql } from 'kysely';
import type { AudienceExclusion } from '@mare/domain/campaigns/audience-exclusion.ts';

/** The rifa that a campaign leads to; null: none. @param table the campaign's alias in the surrounding query */
export const rifaOfCampaign = (table: string): RawBuilder<string | null> =>
  sql`coalesce(${sql.ref(`${table}.boosted_rifa_id`)}, ${rifaOfPath(sql.ref(`${table}.button_path`))})`;

/** @param path of this site, such as /rifa/<id> */
export const rifaOfPath = (path: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`(regexp_match(${path}, '^/rifa/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:$|[/?#])'))[1]::uuid`;

/**
 * Why the person of the surrounding query's `profiles` is excluded, like `audienceExclusionOf` in domain/; null if
 * included. Does not check preferences. A person without a stated birth date is included: the date is asked for
 * before the first order.
 */
export function audienceExclusionOf(
  rifaId: RawBuilder<unknown>,
  now: Date,
): RawBuilder<Exclude<AudienceExclusion, 'unwanted'> | null> {
  return sql`case
    when profiles.birth_date > (${now}::timestamptz at time zone 'America/Maceio' - interval '18 years')::date then 'minor'
    when exists (
      select from own_limits
      where own_limits.user_id = coalesce(profiles.person_id, profiles.id) 
        and greatest(own_limits.paused_until, own_limits.excluded_until) > ${now})
      or exists (select from excluded_people where excluded_people.cpf = profiles.cpf) then 'excluded'
    when profiles.segment <> 'vip' and exists (
      select from rifas where rifas.id = ${rifaId} and (rifas.vip_only or rifas.public_from > ${now})) then 'notVip'
    when exists (
      select from rifas where rifas.id = ${rifaId} and profiles.city is not null and profiles.state is not null
        and not (profiles.city = any (rifas.eligible_cities) and profiles.state = rifas.eligible_state)) then 'otherCity'
    end`;
}
