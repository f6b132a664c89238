/** What a mail provider tells in a webhook, whichever way it says it; docs/operations.md describes both. */
import { z } from 'zod';

export interface MailEvent {
  /** The same however often it is told. */
  id: string;
  type: 'bounce' | 'complaint';
  email: string;
  /** What the recipient's server or the recipient's provider said. */
  reason: string;
  /** Of the counted message, where the provider gives our Message-ID back. */
  messageId: string | null;
}

const MOST_EVENTS = 1_000;

const email = z.string().trim().toLowerCase().pipe(z.email()).pipe(z.string().max(254));

const plainEvent = z.object({
  id: z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .optional(),
  type: z.enum(['bounce', 'complaint']),
  email,
  /** One that may pass, such as a full mailbox, says nothing of the address. */
  permanent: z.boolean().default(true),
  reason: z.string().default(''),
  messageId: z.string().max(400).default(''),
});

/** Told of all recipients of a mail at once, as `email.bounced` and `email.complained`. */
const namedEvent = z.object({
  type: z.enum(['email.bounced', 'email.complained']),
  data: z.object({
    to: z.array(email).max(100).or(email),
    bounce: z
      .object({ type: z.string().default('Permanent'), message: z.string().default('') })
      .default({ type: 'Permanent', message: '' }),
  }),
});

const manyEvents = z.union([
  z.array(z.unknown()).max(MOST_EVENTS),
  z.object({ events: z.array(z.unknown()).max(MOST_EVENTS) }).transform(({ events }) => events),
]);

/**
 * The permanent ones; what says something else, such as that a mail was opened, is left out.
 * @param deliveryId of the webhook, after which events without an id of their own are called
 */
export function readMailEvents(body: unknown, deliveryId: string): MailEvent[] {
  const listed = manyEvents.safeParse(body).data ?? [body];
  return listed.flatMap((one, at) => readEvent(one, `${deliveryId}:${at}`));
}

function readEvent(event: unknown, id: string): MailEvent[] {
  const named = namedEvent.safeParse(event).data;
  if (named) {
    const { to, bounce } = named.data;
    const isBounce = named.type === 'email.bounced';
    if (isBounce && bounce.type.toLowerCase() !== 'permanent') return [];
    return [to].flat().map((address, at) => ({
      id: `${id}:${at}`,
      type: isBounce ? ('bounce' as const) : ('complaint' as const),
      email: address,
      reason: bounce.message,
      messageId: null,
    }));
  }
  const plain = plainEvent.safeParse(event).data;
  if (!plain || (plain.type === 'bounce' && !plain.permanent)) return [];
  const [messageId = null] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(plain.messageId) ?? [];
  return [{ ...plain, id: plain.id ?? id, messageId }];
}
