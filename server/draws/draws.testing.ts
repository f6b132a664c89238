/** Draws testbed: rifas with prizes, sold cotas, a manual clock and direct job execution. */
import { refundRifaJob } from '../payments/refunds/cancelled/refund-rifa.job.ts';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { officialBody } from '@mare/domain/draws/draws.testing.ts';
import { createApprovalHandlers } from '../composition/approval-handlers.ts';
import { approvalDue } from '../approvals/approvals.ts';
import { executeDueApprovals } from '../approvals/execute-approvals.ts';
import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import { addAdmin, addBuyer, line, request } from '../orders/orders.testing.ts';
import { settleOrder } from '../orders/lifecycle/settle-order.ts';
import { createPaymentsTestbed } from '../payments/payments.testing.ts';
import { outboxVault } from '../mail/outbox/message.ts';
import type { Mail } from '../platform/messages/mail.ts';
import type { Platform } from '../platform/platform.ts';
import { closeRifa } from '../rifas/closing/close-rifa.ts';
import { confirmResult } from './lottery/decide-result.ts';
import { drawCompleted, resultConfirmed } from './draw-events.ts';
import { drawsJobs } from './draws.jobs.ts';
import { drawRifa } from './draw-rifa.ts';
import { freezeList } from './list/freeze-list.ts';
import { recordOfficialResult } from './lottery/record-official-result.ts';
import { recordTypedResult } from './lottery/record-typed-result.ts';
import { sealDraw } from './sealing/seal-draw.ts';
import { withdrawVouchers } from '../partners/vouchers/withdraw-vouchers.ts';
import type { JobType } from '../platform/jobs/define-job.ts';

export type DrawsTestbed = Awaited<ReturnType<typeof createDrawsTestbed>>;

/** Archive state for `sealDraw`: fresh, with no extraction run. */
export const FRESH_ARCHIVE = { latestNumber: null, isFresh: true };

export const EXTRACTION = 5929;
export const PRIZES = ['31976', '14292', '30948', '96672', '68951'];

export async function createDrawsTestbed() {
  const payments = await createPaymentsTestbed();
  const { db, clock, orderBatchWriter } = payments;
  await payments.platform.jobs.prepare([
    ...drawsJobs,
    approvalDue,
    resultConfirmed,
    drawCompleted,
    refundRifaJob,
  ]);
  // Created with the demonstration's secret, before the platform below turns off `demo`.
  outboxVault(payments.platform);
  const mails: Mail[] = [];
  const platform: Platform = {
    ...payments.platform,
    config: { ...payments.platform.config, demo: false, lotteryResultsUrl: null },
    mailer: { send: async (mail) => void mails.push(mail) },
  };
  const admins = [await addAdmin(payments), await addAdmin(payments)] as const;
  /** A Wednesday well ahead. */
  const drawDate = new Date('2030-05-15T23:00:00Z');
  const day = brasiliaDate(drawDate);

  const bed = {
    ...payments,
    platform,
    payments: payments.context,
    mails,
    admins,
    drawDate,
    day,

    prepareJobs: (jobs: JobType<never>[]) => payments.platform.jobs.prepare(jobs),

    async rifa(total: number, { prizes = 3, fallback = 'lot' }: { prizes?: number; fallback?: string } = {}) {
      const rifaId = await payments.rifa(total);
      await db.updateTable('rifas').set({ drawDate }).where('id', '=', rifaId).execute();
      await db
        .insertInto('rifaPrizes')
        .values(
          Array.from({ length: prizes }, (_, index) => ({
            rifaId,
            position: index + 1,
            name: `Prêmio ${index + 1}`,
          })),
        )
        .execute();
      if (fallback !== 'lot') {
        // The terms of a published rifa are immutable, so make it a draft temporarily.
        await db.updateTable('rifas').set({ status: 'draft' }).where('id', '=', rifaId).execute();
        await db.updateTable('rifas').set({ drawFallback: fallback }).where('id', '=', rifaId).execute();
        await db.updateTable('rifas').set({ status: 'active' }).where('id', '=', rifaId).execute();
      }
      return rifaId;
    },

    /** @returns the order, pending or paid */
    async sell(
      rifaId: string,
      numbers: number[],
      options: { buyer?: string; paid?: boolean; holdExpiresAt?: Date } = {},
    ) {
      const userId = options.buyer ?? (await addBuyer(db));
      const holdExpiresAt = options.holdExpiresAt ?? new Date(clock.now().getTime() + 900_000);
      const reserved = await orderBatchWriter.reserve(
        request(userId, [line(rifaId, numbers.length, numbers)], {
          holdExpiresAt,
          customer: { name: 'Maria da Silva', email: `${userId}@exemplo.com.br` },
        }),
      );
      if (!reserved.ok) throw new Error(reserved.code);
      const orderId = reserved.order.id;
      if (options.paid !== false)
        await db.transaction().execute((trx) => settleOrder(trx, orderId, clock.now()));
      return { orderId, userId, externalReference: reserved.order.externalReference };
    },

    async freeze(rifaId: string) {
      await closeRifa(platform, rifaId, 'due');
      return freezeList(platform, rifaId);
    },
    seal: (rifaId: string, extraction = EXTRACTION, extractionDate = day, reason: string | null = null) =>
      sealDraw(platform, { rifaId, extraction, extractionDate, userId: admins[0], reason }, FRESH_ARCHIVE),
    /** Advances the clock past the day of the extraction. */
    async waitForLottery() {
      const remainingMs = drawDate.getTime() + 3_600_000 - clock.now().getTime();
      if (remainingMs > 0) clock.advance(Math.ceil(remainingMs / 1000));
    },
    enterResult: (prizes = PRIZES, extraction = EXTRACTION, drawnOn = day) =>
      recordTypedResult(platform, { extraction, drawnOn, prizes, note: 'site', userId: admins[0] }),
    /** The official source publishes a result, and two admins confirm it. */
    async confirmOfficially(prizes = PRIZES, extraction = EXTRACTION, drawnOn = day) {
      const body = officialBody({ extraction, prizes }, drawnOn);
      const recorded = await recordOfficialResult(platform, {
        extraction,
        url: 'https://loteria.example',
        body,
      });
      if (!recorded.ok) throw new Error(recorded.code);
      const { resultId } = recorded;
      const confirmed = await confirmResult(platform, { resultId, userId: admins[1] });
      if (!confirmed.ok) throw new Error(confirmed.code);
      if (confirmed.effectiveAt) {
        const approved = await confirmResult(platform, { resultId, userId: admins[0] });
        if (!approved.ok) throw new Error(approved.code);
        await bed.executeApprovals();
      }
      return resultId;
    },
    /** Executes the actions that are due under the two-person rule. */
    executeApprovals: () => executeDueApprovals(platform, createApprovalHandlers(platform)),
    /** Runs a rifa from open sales to winners. */
    async runDraw(rifaId: string, extraction: number) {
      await bed.freeze(rifaId);
      await bed.seal(rifaId, extraction);
      await bed.waitForLottery();
      await bed.confirmOfficially(PRIZES, extraction);
      return drawRifa(platform, rifaId, withdrawVouchers);
    },
    winners: (rifaId: string) =>
      db
        .selectFrom('rifaWinners')
        .selectAll()
        .where('rifaId', '=', rifaId)
        .orderBy('winnerPosition')
        .execute(),
    async statusOf(rifaId: string) {
      const row = await db.selectFrom('rifas').select('status').where('id', '=', rifaId).executeTakeFirst();
      return row?.status;
    },
    async countEnqueued({ name }: JobType<never>, rifaId: string): Promise<number> {
      const { rows } = await payments.pool.query<{ count: number }>(
        `select count(*) as count from pgboss.job where name = $1 and data->>'rifaId' = $2`,
        [name, rifaId],
      );
      return rows[0]!.count;
    },
  };
  return bed;
}

/** Starts a local results service with configurable responses. */
export async function serveResults() {
  const responses = new Map<string, { status?: number; body?: string; location?: string }>();
  const requestedPaths: string[] = [];
  const server = createServer((request, response) => {
    requestedPaths.push(request.url!);
    const { status = 200, body = '', location } = responses.get(request.url!) ?? { status: 404 };
    response.writeHead(status, location ? { location } : {}).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/federal`,
    responses,
    requestedPaths,
    close: () => new Promise((done) => server.close(done)),
  };
}

/** An extraction number unused by other tests. */
export function freshExtraction(): number {
  return 10_000 + (Number.parseInt(randomUUID().slice(0, 7), 16) % 900_000);
}
