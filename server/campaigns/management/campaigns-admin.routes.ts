import type { MailContent } from '@mare/contract/campaigns/mail-content.ts';
import { pickAudience } from '@mare/domain/campaigns/audience.ts';
import { api, limitShared, requirePermission } from '../../platform/http/api.ts';
import { once } from '../../platform/http/idempotency/once.ts';
import type { Platform } from '../../platform/platform.ts';
import { selectAutomatedMails, selectAutomations } from '../automations/automations.queries.ts';
import { saveAutomation } from '../automations/save-automation.ts';
import { logoHtml } from '../../mail/mailer-with-preferences.ts';
import { LOGO } from '../../platform/messages/mail.ts';
import { readSite } from '../../settings/read-site.ts';
import { findPictureOfPath } from '../messages/announced-picture.queries.ts';
import { composeCampaignMail } from '../messages/compose-campaign-mail.ts';
import { queueMail } from '../../mail/outbox/queue-message.ts';
import { findCampaign, selectCampaigns } from './campaigns.queries.ts';
import { changeCampaignState } from './change-campaign-state.ts';
import { countReach, selectTags } from './count-audience.ts';
import { readMailMetrics } from './mail-metrics.queries.ts';
import { saveCampaign } from './save-campaign.ts';

const TESTS = { name: 'mail-tests', hits: 20, seconds: 3600 };

/** Sample facts of a rifa for the preview. */
const EXAMPLE = { rifa: 'Moto 0 km' };

const { campaigns } = api.admin;

/** Renders the mail for the panel's preview and the test mail. The mailer adds the logo. */
async function example(platform: Pick<Platform, 'config' | 'db' | 'caches' | 'clock'>, words: MailContent) {
  const { name: shopName } = await readSite(platform);
  const { publicUrl } = platform.config;
  const picture = await findPictureOfPath(platform.db, words.buttonPath);
  return composeCampaignMail(words, { name: 'Maria', facts: EXAMPLE }, { publicUrl, shopName, picture });
}

/** The mail without its style sheet, which the panel's content security policy rejects. */
async function previewHtml(platform: Pick<Platform, 'config' | 'db' | 'caches' | 'clock'>, html: string) {
  const { name, logo } = await readSite(platform);
  return html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(LOGO, () => logoHtml(logo, name, platform.config.publicUrl));
}

export const campaignsAdminRoutes = {
  list: campaigns.list.use(requirePermission('manage-campaigns')).handler(({ input, context }) => {
    return selectCampaigns(context.platform.db, input);
  }),
  find: campaigns.find
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context, errors }) => {
      const campaign = await findCampaign(context.platform.db, input.id);
      if (!campaign) throw errors.NOT_FOUND();
      return campaign;
    }),
  save: campaigns.save
    .use(requirePermission('manage-campaigns'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const saved = await saveCampaign(context.platform, context.admin, input);
      if (!saved.ok) throw errors[saved.code]();
      return { id: saved.id, version: saved.version };
    }),
  preview: campaigns.preview
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context }) => {
      const { kind, buttonPath } = input;
      const { subject, html } = await example(context.platform, input);
      const audience =
        kind && (await countReach(context.platform, { kind, buttonPath, ...pickAudience(input) }));
      return { subject, html: await previewHtml(context.platform, html), audience };
    }),
  audience: campaigns.audience
    .use(requirePermission('manage-campaigns'))
    .handler(({ input, context }) => countReach(context.platform, input)),
  tags: campaigns.tags.use(requirePermission('manage-campaigns')).handler(({ context }) => {
    return selectTags(context.platform.db);
  }),
  sendTest: campaigns.sendTest
    .use(requirePermission('manage-campaigns'))
    .use(once)
    .handler(async ({ input, context, errors }) => {
      const { userId, email } = context.principal;
      await limitShared(context, errors, TESTS, userId);
      const mail = await example(context.platform, input);
      const { platform } = context;
      const test = { ...mail, to: email, kind: 'essential' as const, subject: `[Teste] ${mail.subject}` };
      const key = `campaign-test:${platform.random.uuid()}`;
      await queueMail(platform.db, platform, test, { key, topic: 'campaign' });
      return { to: email };
    }),
  changeState: campaigns.changeState
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context, errors }) => {
      const by = context.admin;
      const scheduledFor = input.scheduledFor === null ? null : new Date(input.scheduledFor);
      const moved = await changeCampaignState(context.platform, by, { ...input, scheduledFor });
      if (!moved.ok) throw errors[moved.code]();
      return { status: moved.status, version: moved.version };
    }),
  metrics: campaigns.metrics.use(requirePermission('manage-campaigns')).handler(({ context }) => {
    return readMailMetrics(context.platform.db, context.platform.clock.now());
  }),
  automations: campaigns.automations.use(requirePermission('manage-campaigns')).handler(({ context }) => {
    return selectAutomations(context.platform.db);
  }),
  automationLog: campaigns.automationLog
    .use(requirePermission('manage-campaigns'))
    .handler(({ input, context }) => selectAutomatedMails(context.platform.db, input.key)),
  saveAutomation: campaigns.saveAutomation
    .use(requirePermission('manage-campaigns'))
    .handler(async ({ input, context, errors }) => {
      const saved = await saveAutomation(context.platform, context.admin, input);
      if (!saved.ok) throw errors.VERSION_CONFLICT();
      return { version: saved.version };
    }),
};
