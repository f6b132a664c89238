import type { Mailer } from '../../platform/messages/mail.ts';
import { createMailChannel } from './mail-channel.ts';
import { type Channels, createOutbox, type OutboxDeps, type Topics } from './send-messages.ts';

const skip = () => Promise.resolve('skipped' as const);

type Deps = OutboxDeps & { mailer: Mailer };

/** Channels of a test: mail through the platform's mailer; other channels skip messages unless passed in. */
export function channelsOf(platform: Deps, channels: Partial<Channels> = {}): Channels {
  return { sms: skip, whatsapp: skip, push: skip, mail: createMailChannel(platform), ...channels };
}

/** Sends due messages as the worker does. */
export async function deliverOutbox(
  platform: Deps,
  channels: Partial<Channels> = {},
  topics: Topics = {},
): Promise<void> {
  const outbox = createOutbox(platform, channelsOf(platform, channels), { topics });
  await outbox.drain();
  await outbox.stop();
}
