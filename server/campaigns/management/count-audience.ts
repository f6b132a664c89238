import { type Kysely, sql } from 'kysely';
import type { EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Audience } from '@mare/domain/campaigns/audience.ts';
import type { Platform } from '../../platform/platform.ts';
import { isInAudience, typedConditions } from './audience.queries.ts';

const SWITCHES = {
  marketing: 'marketing_emails',
  promotional: 'promotional_emails',
  weeklyNewsletter: 'weekly_newsletter',
} as const satisfies Record<EditedCampaign['kind'], string>;

/**
 * Current size of the audience, limited to people who want this kind of mail. An estimate:
 * suppressions from before sign-up and self-exclusion are checked only when a mail is sent.
 */
export async function countAudience(
  platform: Pick<Platform, 'db' | 'clock'>,
  audience: Pick<EditedCampaign, 'kind'> & Audience,
): Promise<number> {
  return (await countReach(platform, audience)).people;
}

/** Of an audience, how many get push messages too. */
export async function countReach(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { kind, ...audience }: Pick<EditedCampaign, 'kind'> & Audience,
): Promise<{ people: number; withPush: number }> {
  const inAudience = isInAudience(typedConditions(audience), clock.now());
  const wanted = sql.ref(`email_preferences.${SWITCHES[kind]}`);
  const { rows } = await sql<{ people: string; withPush: string }>`
    select count(*) as people, count(*) filter (where exists (
      select from push_subscriptions where push_subscriptions.user_id = profiles.id and active)) as with_push
    from profiles
    join auth.users on users.id = profiles.id and users.email is not null
    left join email_preferences on email_preferences.user_id = profiles.id
    where ${inAudience}
      and coalesce(${wanted}, true)`.execute(db);
  const { people, withPush } = rows[0]!;
  return { people: Number(people), withPush: Number(withPush) };
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
