/** Test helpers of automations: a shop whose steps a test writes, people who sign up and buy, and two workers. */
import { createRouterClient } from '@orpc/server';
import type { EditedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import { settleOrder } from '../../orders/lifecycle/settle-order.ts';
import { line, request } from '../../orders/orders.testing.ts';
import { createPaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { newMailbox, sendDueMails } from '../campaigns.testing.ts';
import { campaignsAdminRoutes } from '../management/campaigns-admin.routes.ts';
import { queueAutomatedMails } from './queue-automated-mails.ts';

export type Steps = EditedAutomation['steps'];

export const DAY_MINUTES = 24 * 60;

export const step = (subject: string, delayMinutes: number): Steps[number] => ({
  id: null,
  delayMinutes,
  subject,
  body: 'Oi, {nome}.',
  buttonLabel: '',
  buttonPath: '/',
});

export type AutomationsTestbed = Awaited<ReturnType<typeof createAutomationsTestbed>>;

export async function createAutomationsTestbed() {
  const bed = await createPaymentsTestbed();
  const adminId = await bed.buyer();
  async function reset(): Promise<void> {
    for (const table of ['emailMessages', 'outbox', 'automationStepMarks', 'consents'] as const)
      await bed.db.deleteFrom(table).execute();
    await bed.db
      .updateTable('profiles')
      .set({ createdAt: new Date(0) })
      .execute();
    await bed.db.updateTable('rifas').set({ status: 'completed' }).execute();
  }
  const panel = () =>
    createRouterClient(campaignsAdminRoutes, {
      context: testContext(bed.platform, { userId: adminId, role: 'admin' }),
    });

  const readAutomation = async (key: Automation) =>
    (await panel().automations()).find((automation) => automation.key === key)!;

  /** Replaces the steps. @returns the stored ones */
  async function setSteps(key: Automation, change: (before: Steps) => Steps, active = true): Promise<Steps> {
    const { version, steps } = await readAutomation(key);
    await panel().saveAutomation({ key, version, automation: { active, steps: change(steps) } });
    return (await readAutomation(key)).steps;
  }

  /** Runs two concurrent workers repeatedly, so that mails that become due after others are sent too. */
  async function runWorkers(): Promise<string[]> {
    const mailbox = newMailbox();
    const platform = { ...bed.platform, mailer: mailbox.mailer };
    for (let time = 0; time < 2; time++)
      await Promise.all(
        [1, 2].map(async () => {
          await queueAutomatedMails(platform);
          await sendDueMails(platform);
        }),
      );
    return mailbox.sent.map(({ subject }) => subject);
  }

  const runWorkersAfter = (minutes: number): Promise<string[]> => {
    bed.clock.advance(minutes * 60);
    return runWorkers();
  };

  async function signUp(): Promise<string> {
    const userId = await bed.buyer();
    await bed.db
      .updateTable('profiles')
      .set({ createdAt: bed.clock.now() })
      .where('id', '=', userId)
      .execute();
    return userId;
  }

  async function rifaWithDraw(hours: number): Promise<string> {
    const rifaId = await bed.rifa();
    const drawDate = new Date(bed.clock.now().getTime() + hours * 3_600_000);
    await bed.db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
    return rifaId;
  }

  async function buy(userId: string, rifaId?: string): Promise<void> {
    const reserved = await bed.orderBatchWriter.reserve(
      request(userId, [line(rifaId ?? (await rifaWithDraw(90 * 24)), 1)]),
    );
    if (!reserved.ok) throw new Error(reserved.code);
    await bed.db
      .updateTable('orders')
      .set({ createdAt: bed.clock.now() })
      .where('id', '=', reserved.order.id)
      .execute();
    await bed.db.transaction().execute((trx) => settleOrder(trx, reserved.order.id, bed.clock.now()));
  }

  const decideConsent = (userId: string, marketing: boolean) =>
    bed.db
      .insertInto('consents')
      .values({ userId, measurement: false, marketing, textVersion: 1, decidedAt: bed.clock.now() })
      .execute();

  return {
    ...bed,
    reset,
    panel,
    readAutomation,
    setSteps,
    runWorkers,
    runWorkersAfter,
    signUp,
    rifaWithDraw,
    buy,
    decideConsent,
  };
}
