import { connectKysely, lookupsOf } from '@mare/database/connection/connect.ts';
import { hasSpendingBlock } from '../accounts/limits/read-own-limits.ts';
import { readAuthSettings } from '../accounts/auth-settings.ts';
import { createSmsChannel, smsSenderOf } from '../accounts/factors/sms.ts';
import { campaignRules } from '../campaigns/messages/campaign-rules.ts';
import { createMailChannel } from '../mail/outbox/mail-channel.ts';
import { createOutbox, type Outbox } from '../mail/outbox/send-messages.ts';
import { skipOffers } from '../notifications/skip-offers.ts';
import { createPushChannel } from '../notifications/push/push-channel.ts';
import { createWhatsAppChannel } from '../notifications/whatsapp/whatsapp-channel.ts';
import { supportRules } from '../support/inbound/answer-by-whatsapp.ts';
import { traceStatement } from '../platform/log/tracing.ts';
import type { Platform } from '../platform/platform.ts';

/** The outbox with the channels and topics of all features. */
export function composeOutbox(platform: Platform): Outbox {
  const channels = {
    mail: createMailChannel(platform),
    sms: createSmsChannel(smsSenderOf(readAuthSettings(process.env, platform.config), platform)),
    whatsapp: skipOffers(platform, createWhatsAppChannel(platform), hasSpendingBlock),
    push: skipOffers(platform, createPushChannel(platform), hasSpendingBlock),
  };
  // Plans the statement once: its text does not depend on the number of messages.
  const lookups = connectKysely(
    lookupsOf(platform.pool),
    platform.config.tracesUrl ? traceStatement : undefined,
  );
  return createOutbox({ ...platform, db: lookups }, channels, {
    topics: { campaign: campaignRules({ ...platform, lookups }), support: supportRules(platform) },
  });
}
