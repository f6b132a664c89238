/** Outbox in the panel: sent, waiting and parked messages. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { MESSAGE_CHANNELS, MESSAGE_STATES, MESSAGE_TOPICS } from '@mare/domain/notifications/outbox.ts';
import { pickErrors } from '../errors.ts';
import { listInput, listPage } from '../list-page.ts';

const outboxMessage = z.object({
  id: z.uuid(),
  channel: z.enum(MESSAGE_CHANNELS),
  topic: z.enum(MESSAGE_TOPICS),
  state: z.enum(MESSAGE_STATES),
  /** Masked; empty for a browser. */
  recipient: z.string(),
  attempts: z.int(),
  createdAt: z.iso.datetime(),
  /** Next attempt of a message that waits. */
  dueAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
  /** Response of the channel's provider. */
  lastError: z.string().nullable(),
});
export type OutboxMessage = z.infer<typeof outboxMessage>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const outboxAdmin = {
  list: oc
    .route({ method: 'GET', path: '/admin/outbox', summary: 'List messages of the outbox, newest first' })
    .input(listInput(['newest']).extend({ state: z.enum(['', ...MESSAGE_STATES]).default('') }))
    .output(listPage(outboxMessage).extend({ parked: z.int(), late: z.int() }))
    .errors(onlyAdmins),
  resend: oc
    .route({ method: 'POST', path: '/admin/outbox/resend', summary: 'Send parked messages again' })
    /** Null: all parked messages. */
    .input(z.object({ id: z.uuid().nullable() }))
    .output(z.object({ resent: z.int() }))
    .errors(onlyAdmins),
};
