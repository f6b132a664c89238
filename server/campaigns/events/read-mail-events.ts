/** Parses a mail provider's webhook in both formats of docs/operations.md. */
import { z } from 'zod';

export interface MailEvent {
  /** Equal across redeliveries. */
  id: string;
  type: 'bounce' | 'complaint';
  email: string;
  /** Reason given by the recipient's server or provider. */
  reason: string;
  /** Message-ID of the campaign mail, if the provider returns it. */
  messageId: string | null;
}

const MAX_EVENTS = 1_000;

const email = z.string().trim().toLowerCase().pipe(z.email()).pipe(z.string().max(254));

const plainEvent = z.object({
  id: z
    .string()
    .regex(/^[\w.:-]{1,200}$/)
    .optional(),
  type: z.enum(['bounce', 'complaint']),
  email,
  /** A transient bounce, such as a full mailbox, is ignored. */
  permanent: z.boolean().default(true),
  reason: z.string().default(''),
  messageId: z.string().max(400).default(''),
});

/** One event for all recipients: `email.bounced` and `email.complained`. */
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
  z.array(z.unknown()).max(MAX_EVENTS),
  z.object({ events: z.array(z.unknown()).max(MAX_EVENTS) }).transform(({ events }) => events),
]);

/**
 * Returns permanent bounces and complaints; ignores other events, such as opens.
 * @param deliveryId prefix of the ids of events without one
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
    return [to].flat().map((email, at) => ({
      id: `${id}:${at}`,
      type: isBounce ? ('bounce' as const) : ('complaint' as const),
      email,
      reason: bounce.message,
      messageId: null,
    }));
  }
  const plain = plainEvent.safeParse(event).data;
  if (!plain || (plain.type === 'bounce' && !plain.permanent)) return [];
  const [messageId = null] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(plain.messageId) ?? [];
  return [{ ...plain, id: plain.id ?? id, messageId }];
}
