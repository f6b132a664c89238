import type { MessageTopic } from '@mare/domain/notifications/outbox.ts';
import type { HasSpendingBlock } from '../mail/can-send-mail.ts';
import type { SendOutcome } from '../mail/outbox/send-messages.ts';
import type { Platform } from '../platform/platform.ts';

/** Messages that invite to buy. */
const OFFERS: ReadonlySet<MessageTopic> = new Set(['opening', 'campaign']);

type Send<Content> = (content: Content, message: { id: string; topic: MessageTopic }) => Promise<SendOutcome>;

/** Skips offers to people who paused buying or excluded themselves after the offer was queued. */
export function skipOffers<Content extends { userId: string }>(
  platform: Pick<Platform, 'db' | 'clock'>,
  send: Send<Content>,
  hasSpendingBlock: HasSpendingBlock,
): Send<Content> {
  return async (content, message) => {
    const isBlocked =
      OFFERS.has(message.topic) && (await hasSpendingBlock(platform.db, platform, content.userId));
    return isBlocked ? 'skipped' : send(content, message);
  };
}
