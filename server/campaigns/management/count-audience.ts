import { type Kysely, sql } from 'kysely';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { AudienceExclusionCounts, Reach } from '@mare/contract/campaigns/reach.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Audience } from '@mare/domain/campaigns/audience.ts';
import type { Platform } from '../../platform/platform.ts';
import { isInAudience, typedConditions } from './audience.queries.ts';
import { audienceExclusionOf, rifaOfPath } from './audience-exclusion.queries.ts';

const SWITCHES = {
  marketing: 'marketing_emails',
  promotional: 'promotional_emails',
  weeklyNewsletter: 'weekly_newsletter',
} as const satisfies Record<EditedCampaign['kind'], string>;

type Counted = Audience &
  Pick<EditedCampaign, 'kind'> & {
    /** Where the campaign leads, such as /rifa/<id>. */
    buttonPath: string;
  };

/**
 * Current size of the audience, and who of it is left out. An estimate: suppressions from before sign-up are checked
 * only when a mail is sent.
 */
export async function countReach(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { kind, buttonPath, ...audience }: Counted,
): Promise<Reach & { withPush: number }> {
  const now = clock.now();
  const inAudience = isInAudience(typedConditions(audience), now);
  const rifaId = rifaOfPath(sql`${buttonPath}::text`);
  const { rows } = await sql<Record<'people' | 'withPush' | keyof AudienceExclusionCounts, string>>`
    select count(*) filter (where reason is null) as people,
      count(*) filter (where reason is null and exists (
        select from push_subscriptions where push_subscriptions.user_id = member.id and active)) as with_push,
      count(*) filter (where reason = 'minor') as minor,
      count(*) filter (where reason = 'excluded') as excluded,
      count(*) filter (where reason = 'notVip') as not_vip,
      count(*) filter (where reason = 'otherCity') as other_city,
      count(*) filter (where reason = 'unwanted') as unwanted
    from (
      select profiles.id, coalesce(${audienceExclusionOf(rifaId, now)},
        case when not coalesce(${sql.ref(`email_preferences.${SWITCHES[kind]}`)}, true) then 'unwanted' end) as reason
      from profiles
      join auth.users on users.id = profiles.id and users.email is not null
      left join email_preferences on email_preferences.user_id = profiles.id
      where ${inAudience}) as member`.execute(db);
  const { people, withPush, minor, excluded, notVip, otherCity, unwanted } = rows[0]!;
  return {
    people: Number(people),
    withPush: Number(withPush),
    leftOut: {
      minor: Number(minor),
      excluded: Number(excluded),
      notVip: Number(notVip),
      otherCity: Number(otherCity),
      unwanted: Number(unwanted),
    },
  };
}

/** Tags of a list to choose from. */
const TAGS_SHOWN = 100;

/** The most used tags, in alphabetical order. */
export async function selectTags(db: Kysely<DB>): Promise<{ tag: string; people: number }[]> {
  const { rows } = await sql<{ tag: string; people: string }>`
    select tag, people from (
      select tag, count(*) as people from person_tags group by tag order by people desc, tag limit ${TAGS_SHOWN}) as used
    order by tag`.execute(db);
  return rows.map(({ tag, people }) => ({ tag, people: Number(people) }));
}
