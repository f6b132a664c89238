/** Campaigns and their results. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MAX_AUDIENCE_DAYS, MAX_AUDIENCE_TAGS } from '@mare/domain/campaigns/audience.ts';
import { CAMPAIGN_STATUSES, PER_MINUTE } from '@mare/domain/campaigns/campaign-state.ts';
import { CONSENT_PURPOSES } from '@mare/domain/personalization/consent.ts';
import { SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { listInput, listPage } from '../list-page.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { rowVersion } from '../row-version.ts';
import { automationsAdmin } from './automations-admin.ts';
import { line, mailContent, mailStats } from './mail-content.ts';
import { reach } from './reach.ts';
import { storedInstant } from '../stored-dates.ts';

const kind = z.enum(['marketing', 'promotional', 'weeklyNewsletter']);
const status = z.enum(CAMPAIGN_STATUSES);
/** Empty: all accounts. */
const segments = z.array(z.enum(SEGMENTS)).max(SEGMENTS.length);

const days = z.int().min(1).max(MAX_AUDIENCE_DAYS).nullable().default(null);
const spent = z.int().min(0).max(100_000_000_00).nullable().default(null);

/** Conditions of an audience; all must hold. */
const audience = z.object({
  segments,
  /** Only people with a paid order of this rifa; null: regardless. */
  boughtRifaId: z.uuid().nullable().default(null),
  /** Only people who live there, in any case; empty: regardless. */
  city: line(80).or(z.literal('')).default(''),
  /** Only people whose last paid order is at most so many days old; null: regardless. */
  boughtWithinDays: days,
  /** Only people whose last paid order is more than so many days old; null: regardless. */
  absentDays: days,
  /** Only people whose paid orders come to this or more; null: regardless. */
  minSpentCentavos: spent,
  maxSpentCentavos: spent,
  /** Only people with one of these tags; empty: regardless. */
  tags: z.array(line(40)).max(MAX_AUDIENCE_TAGS).default([]),
  /** Only people who allow each of these; empty: regardless. */
  consents: z.array(z.enum(CONSENT_PURPOSES)).max(CONSENT_PURPOSES.length).default([]),
});
export type CampaignAudience = z.infer<typeof audience>;

const editedCampaign = mailContent.extend({
  ...audience.shape,
  name: line(100),
  kind,
  perMinute: z.int().min(PER_MINUTE.min).max(PER_MINUTE.max),
});
export type EditedCampaign = z.infer<typeof editedCampaign>;

const campaignRow = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  status,
  ...audience.shape,
  scheduledFor: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  stats: mailStats,
});
export type CampaignRow = z.infer<typeof campaignRow>;

const campaign = campaignRow.extend(editedCampaign.shape).extend({
  version: z.int(),
  startedAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof campaign>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const campaignsAdmin = {
  list: oc
    .route({ method: 'GET', path: '/admin/campaigns', summary: 'List e-mail campaigns with their results' })
    .input(listInput(['newest', 'name']).extend({ status: status.or(z.literal('')).default('') }))
    .output(listPage(campaignRow))
    .errors(onlyAdmins),
  find: oc
    .route({ method: 'GET', path: '/admin/campaigns/{id}', summary: 'Read a campaign' })
    .input(z.object({ id: z.uuid() }))
    .output(campaign)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  save: withIdempotencyKey
    .route({ method: 'POST', path: '/admin/campaigns', summary: 'Create or update a draft' })
    .input(
      z.object({
        /** Null creates one. */
        id: z.uuid().nullable(),
        version: rowVersion,
        campaign: editedCampaign,
      }),
    )
    .output(z.object({ id: z.uuid(), version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'CAMPAIGN_STATE'),
    }),
  preview: oc
    .route({
      method: 'POST',
      path: '/admin/mail-previews',
      summary: 'Preview a mail and its audience',
    })
    .input(mailContent.extend({ ...audience.shape, kind: kind.nullable() }))
    .output(
      z.object({
        subject: z.string(),
        html: z.string(),
        /** Current audience; null for automated mails. */
        audience: reach.nullable(),
      }),
    )
    .errors(onlyAdmins),
  audience: oc
    .route({ method: 'POST', path: '/admin/campaign-audiences', summary: 'Count an audience' })
    .input(
      audience.extend({
        kind,
        /** Path that the campaign leads to; people who cannot buy that rifa are excluded. */
        buttonPath: mailContent.shape.buttonPath.default('/'),
      }),
    )
    .output(reach)
    .errors(onlyAdmins),
  tags: oc
    .route({
      method: 'GET',
      path: '/admin/campaign-tags',
      summary: 'List the tags that an audience may have',
    })
    .output(z.array(z.object({ tag: z.string(), people: z.int() })))
    .errors(onlyAdmins),
  sendTest: withIdempotencyKey
    .route({ method: 'POST', path: '/admin/mail-tests', summary: 'Send a test mail to the caller' })
    .input(mailContent)
    .output(z.object({ to: z.string() }))
    .errors({ ...onlyAdmins, ...pickErrors('TOO_MANY_REQUESTS') }),
  changeState: oc
    .route({
      method: 'POST',
      path: '/admin/campaigns/{id}/state',
      summary: 'Schedule, pause, resume or cancel a campaign',
    })
    .input(
      z.object({
        id: z.uuid(),
        version: rowVersion,
        to: z.enum(['draft', 'scheduled', 'sending', 'paused', 'cancelled']),
        /** Start time for `scheduled`; null: now. */
        scheduledFor: storedInstant.nullable().default(null),
      }),
    )
    .output(z.object({ status, version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'CAMPAIGN_STATE') }),
  ...automationsAdmin,
};
