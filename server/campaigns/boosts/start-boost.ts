import type { Kysely, Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { cutText } from '@mare/domain/cut-text.ts';
import { type Audience, EVERYONE } from '@mare/domain/campaigns/audience.ts';
import { type ExpectedEffect, expectEffect } from '@mare/domain/campaigns/expected-effect.ts';
import { PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { audienceRow } from '../management/audience.queries.ts';
import { countReach } from '../management/count-audience.ts';
import { expectedRow, selectPastSends } from './expected-effect.queries.ts';
import { sendDueMailsJob } from '../messages/send-due-mails.job.ts';

/** Boosts are marketing mails, sent to people who agreed to offers. Every campaign excludes people who cannot buy the rifa. */
const BOOST_AUDIENCE: Readonly<Audience> = { ...EVERYONE, consents: ['marketing'] };

interface NewBoost {
  rifa: { id: string; title: string };
  subject: string;
  body: string;
  couponCode: string | null;
}

/** Estimates the current audience and the sales of an announcement of the rifa. */
export async function forecastBoost(
  db: Kysely<DB> | Transaction<DB>,
  { clock }: Pick<Platform, 'clock'>,
  rifa: { id: string },
): Promise<{ audience: Awaited<ReturnType<typeof countReach>>; expected: ExpectedEffect | null }> {
  const buttonPath = `/rifa/${rifa.id}`;
  const audience = await countReach({ db, clock }, { ...BOOST_AUDIENCE, kind: 'marketing', buttonPath });
  return { audience, expected: expectEffect(await selectPastSends(db, clock.now()), audience.people) };
}

/** Creates a campaign that starts now, in the caller's transaction. @returns its id */
export async function startBoost(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  by: PanelUser,
  { rifa, subject, body, couponCode }: NewBoost,
): Promise<string> {
  const id = platform.random.uuid();
  const now = platform.clock.now();
  const { expected } = await forecastBoost(trx, platform, rifa);
  const name = cutText(`Impulso: ${rifa.title}`, 100);
  await trx
    .insertInto('emailCampaigns')
    .values({
      id,
      name,
      subject,
      body,
      buttonLabel: 'Ver a rifa',
      buttonPath: `/rifa/${rifa.id}`,
      kind: 'marketing',
      perMinute: PER_MINUTE.max,
      ...audienceRow(BOOST_AUDIENCE),
      status: 'scheduled',
      scheduledFor: now,
      boostedRifaId: rifa.id,
      ...expectedRow(expected),
      couponCode,
      createdBy: by.userId,
      createdAt: now,
    })
    .execute();
  await platform.jobs.enqueue(trx, sendDueMailsJob, {});
  await recordActivity(trx, platform, {
    ...by,
    action: 'boost-rifa',
    entityType: 'rifa',
    entityId: rifa.id,
    description: `Divulgou “${rifa.title}” para quem aceitou ofertas.`,
    details: { campaignId: id, subject, body, couponCode },
  });
  return id;
}
