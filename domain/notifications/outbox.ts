/** Rules of the outbox: priorities, backoff of failed messages, and when they are parked. */

export const MESSAGE_CHANNELS = ['mail', 'sms', 'whatsapp', 'push'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** Topics of messages, most urgent first. */
export const MESSAGE_TOPICS = [
  'access',
  'order',
  'prize',
  'gift',
  'support',
  'commission',
  'opening',
  'draw',
  'newsletter',
  'campaign',
] as const;
export type MessageTopic = (typeof MESSAGE_TOPICS)[number];

/**
 * `waiting`: due or to be retried. `skipped`: the recipient opted out, or it expired. `rejected`: the
 * e-mail address is permanently invalid. `parked`: every attempt failed; an admin may send it again.
 */
export const MESSAGE_STATES = ['waiting', 'sent', 'skipped', 'rejected', 'parked'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** Failures after which a message is parked, about nine hours after the first. */
export const SEND_ATTEMPTS = 18;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** Lower is sent earlier, so that a code or a confirmation never waits behind a campaign. */
export function priorityOf(topic: MessageTopic): number {
  return MESSAGE_TOPICS.indexOf(topic);
}

/** Messages up to this priority have dedicated workers. */
export const URGENT = priorityOf('prize');

/**
 * @param attempts failed ones, 1 or more; keeps counting after an admin has sent the message again
 * @returns milliseconds until the next attempt; null: the message is parked
 */
export function retryDelayMs(attempts: number): number | null {
  const round = attempts % SEND_ATTEMPTS;
  return round === 0 ? null : Math.min(FIRST_RETRY_MS * 2 ** (round - 1), LONGEST_RETRY_MS);
}

/** For lists: 'm***@exemplo.com.br', '***1234'. */
export function maskRecipient(to: string): string {
  const at = to.lastIndexOf('@');
  return at > 0 ? `${to[0]}***${to.slice(at)}` : `***${to.slice(-4)}`;
}
