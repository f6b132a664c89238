import type { Mailer } from '../../platform/messages/mail.ts';
import { createMailChannel } from './mail-channel.ts';
import { type Channels, createOutbox, type OutboxDeps, type Topics } from './send-messages.ts';

const skip = () => Promise.resolve('skipped' as const);

type Deps = OutboxDeps & { mailer: Mailer };

/** Mails by the platform's mailer; other channels skip what they get, unless they are given. */
export function channelsOf(platform: Deps, channels: Partial<Channels> = {}): Channels {
  return { sms: skip, whatsapp: skip, push: skip, mail: createMailChannel(platform), ...channels };
}

/** Sends what is due, as the worker does. */
export async function deliverOutbox(
  platform: Deps,
  channels: Partial<Channels> = {},
  topics: Topics = {},
): Promise<void> {
  const outbox = createOutbox(platform, channelsOf(platform, channels), { topics });
  await outbox.drain();
  await outbox.stop();
}
