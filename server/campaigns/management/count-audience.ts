import { sql } from 'kysely';
import type { CampaignAudience, EditedCampaign } from '@mare/contract/campaigns/campaigns-admin.ts';
import type { Platform } from '../../platform/platform.ts';
import { isInAudience } from './audience.queries.ts';

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
  { db }: Pick<Platform, 'db'>,
  { kind, segments, boughtRifaId, city }: Pick<EditedCampaign, 'kind'> & CampaignAudience,
): Promise<number> {
  const inAudience = isInAudience({
    segments: sql`${segments}::text[]`,
    boughtRifaId: sql`${boughtRifaId}::uuid`,
    city: sql`${city}::text`,
  });
  const wanted = sql.ref(`email_preferences.${SWITCHES[kind]}`);
  const { rows } = await sql<{ people: string }>`
    select count(*) as people from profiles
    join auth.users on users.id = profiles.id and users.email is not null
    left join email_preferences on email_preferences.user_id = profiles.id
    where ${inAudience}
      and coalesce(${wanted}, true)`.execute(db);
  return Number(rows[0]!.people);
}
