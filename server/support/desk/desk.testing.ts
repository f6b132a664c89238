/** Testbed with a support agent, an admin and a buyer. */
import { createRouterClient } from '@orpc/server';
import { createTestDatabase } from '@mare/database/testing/create-database.testing.ts';
import { responseDue, type TicketPriority } from '@mare/domain/support/response-due.ts';
import { addBuyer } from '../../orders/orders.testing.ts';
import { createCaches } from '../../platform/caching/caches.ts';
import { systemRandom } from '../../platform/clock.ts';
import { deliverOutbox } from '../../mail/outbox/outbox.testing.ts';
import { readConfig } from '../../platform/config/config.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { startJobs } from '../../platform/jobs/jobs.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import type { Platform } from '../../platform/platform.ts';
import { assignInTurnJob } from '../assignment/assign-in-turn.job.ts';
import { sendTicketMailJob, type TicketMailJob } from '../send-ticket-mail.job.ts';
import { supportRoutes } from '../support.routes.ts';
import { deskRoutes } from './desk.routes.ts';

/** A Monday, 10:00 in Maceió. */
export const MONDAY = new Date('2026-11-16T13:00:00Z');
export const HOUR = 3_600_000;

const CLEARED_TABLES = [
  'auth.rateLimits',
  'supportTickets',
  'notifications',
  'activityLogs',
  'outbox',
] as const;

export type DeskTestbed = Awaited<ReturnType<typeof createDeskTestbed>>;

export async function createDeskTestbed() {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const jobs = await startJobs(database.url, createLog('silent'), false);
  await jobs.prepare([sendTicketMailJob, assignInTurnJob]);
  const sent: Mail[] = [];
  const platform = {
    config: readConfig({ PUBLIC_URL: 'https://mare.example' }),
    log: createLog('silent'),
    db,
    pool,
    caches: createCaches(),
    jobs,
    mailer: { send: async (mail: Mail) => void sent.push(mail) },
    clock: { now: () => bed.now },
    random: systemRandom,
  } as unknown as Platform;
  async function person(name: string, role: string): Promise<string> {
    const id = await addBuyer(db);
    const email = `${name.split(' ')[0]!.toLowerCase()}@exemplo.com.br`;
    await db.updateTable('profiles').set({ name, role, email }).where('id', '=', id).execute();
    return id;
  }
  const ana = await person('Ana Lessa', 'buyer');
  const rui = await person('Rui Prado', 'support');
  const eva = await person('Eva Reis', 'admin');
  const author = (userId: string | null = ana) =>
    createRouterClient(supportRoutes, {
      context: testContext(platform, userId === null ? null : { userId }),
    });
  const bed = {
    db,
    pool,
    platform,
    sent,
    ana,
    rui,
    eva,
    author,
    now: MONDAY,
    desk: (userId = rui, role: 'support' | 'admin' | 'buyer' = 'support') =>
      createRouterClient(deskRoutes, { context: testContext(platform, { userId, role }) }),
    /** A ticket whose priority an agent has confirmed. */
    async openTicket(subject = 'Pix em dobro', priority: TicketPriority = 'normal') {
      const ticket = await author().openTicket({ subject, message: 'Paguei duas vezes.', priority });
      const slaResponseDue = responseDue(platform.clock.now(), priority);
      await platform.db
        .updateTable('supportTickets')
        .set({ priority, slaResponseDue })
        .where('id', '=', ticket.id)
        .execute();
      return { ...ticket, priority, slaResponseDue: slaResponseDue.toISOString() };
    },
    /** Runs pending mail jobs, each twice. */
    async mails(): Promise<Mail[]> {
      const { rows } = await pool.query<{ data: TicketMailJob }>(
        'select data from pgboss.job where name = $1 order by created_on',
        [sendTicketMailJob.name],
      );
      for (const { data } of rows) {
        await sendTicketMailJob.handle(platform, data);
        await sendTicketMailJob.handle(platform, data);
      }
      await deliverOutbox(platform);
      return sent;
    },
    notificationsOf: async (userId: string) =>
      (await db.selectFrom('notifications').selectAll().where('userId', '=', userId).execute()).map(
        ({ title }) => title,
      ),
    /** Resets to a Monday without tickets. */
    async begin() {
      bed.now = MONDAY;
      sent.length = 0;
      for (const table of CLEARED_TABLES) await db.deleteFrom(table).execute();
      await pool.query('delete from pgboss.job');
    },
    async stop() {
      await jobs.stop();
      await database.drop();
    },
  };
  return bed;
}
