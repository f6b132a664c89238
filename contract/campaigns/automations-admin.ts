/** Automated mails and their results. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { AUTOMATIONS, MAX_DELAY_MINUTES, MAX_STEPS } from '@mare/domain/campaigns/automations.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { mailContent, mailStats } from './mail-content.ts';

const step = mailContent.extend({
  id: z.uuid(),
  /** After the trigger or the mail before it; of draw_tomorrow before the draw. */
  delayMinutes: z.int().min(0).max(MAX_DELAY_MINUTES),
});

const editedAutomation = z.object({
  active: z.boolean(),
  /** Steps in order of execution. */
  steps: z
    .array(step.extend({ /** Null: a new one. */ id: step.shape.id.nullable() }))
    .min(1)
    .max(MAX_STEPS)
    .refine((steps) => {
      const ids = steps.flatMap(({ id }) => id ?? []);
      return new Set(ids).size === ids.length;
    }),
});
export type EditedAutomation = z.infer<typeof editedAutomation>;

const automation = z.object({
  key: z.enum(AUTOMATIONS),
  version: z.int(),
  active: z.boolean(),
  steps: z.array(step),
});
export type ManagedAutomation = z.infer<typeof automation>;

export const AUTOMATED_MAIL_STATES = ['waiting', 'claimed', 'sending', 'sent', 'skipped', 'failed'] as const;

const automatedMail = z.object({
  id: z.uuid(),
  userId: z.uuid(),
  name: z.string().nullable(),
  /** Its place among the mails of the automation, 1-based. Null: removed since. */
  step: z.int().nullable(),
  /** `claimed` and `sending`: in the outbox. */
  state: z.enum(AUTOMATED_MAIL_STATES),
  createdAt: z.iso.datetime(),
  /** When it is to be sent, at the earliest. */
  dueAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  isClicked: z.boolean(),
  /** Paid orders that belong to it by last touch. */
  orders: z.int(),
  revenueCentavos: z.int(),
});
export type AutomatedMailRow = z.infer<typeof automatedMail>;

const metrics = z.object({
  /** Last 30 days, campaigns and automations together. */
  total: mailStats,
  automations: z.array(
    z.object({
      key: z.enum(AUTOMATIONS),
      /** Statistics, including the mails of removed steps. */
      stats: mailStats,
      /** Steps that sent nothing are left out. */
      steps: z.array(z.object({ id: z.uuid(), stats: mailStats })),
    }),
  ),
});
export type MailMetrics = z.infer<typeof metrics>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const automationsAdmin = {
  metrics: oc
    .route({ method: 'GET', path: '/admin/mail-metrics', summary: 'Read the mail metrics of 30 days' })
    .output(metrics)
    .errors(onlyAdmins),
  automations: oc
    .route({ method: 'GET', path: '/admin/mail-automations', summary: 'List automated mails' })
    .output(z.array(automation))
    .errors(onlyAdmins),
  automationLog: oc
    .route({
      method: 'GET',
      path: '/admin/mail-automations/{key}/mails',
      summary: 'List the latest mails of an automation, with what they brought',
    })
    .input(z.object({ key: z.enum(AUTOMATIONS) }))
    .output(z.array(automatedMail).max(50))
    .errors(onlyAdmins),
  saveAutomation: oc
    .route({
      method: 'PUT',
      path: '/admin/mail-automations/{key}',
      summary: 'Update an automated mail',
    })
    .input(z.object({ key: z.enum(AUTOMATIONS), version: rowVersion, automation: editedAutomation }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('VERSION_CONFLICT') }),
};
