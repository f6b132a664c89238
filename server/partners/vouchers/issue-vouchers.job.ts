/**
 * Issues vouchers to winners of service prizes. Idempotent. A prize without a matching partner waits for the next run
 * (`expire-vouchers.job.ts`, hourly).
 */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { makeVoucherCode } from '@mare/domain/partners/voucher-code.ts';
import {
  choosePartner,
  type ChosenPartner,
  type ServicePartner,
} from '@mare/domain/partners/choose-partner.ts';
import { makeVoucherPin } from '@mare/domain/partners/redemption.ts';
import { VOUCHER_DAYS, voucherExpiry } from '@mare/domain/partners/partner-terms.ts';
import { holdForVoucher } from '../../draws/prizes/hold-service-prize.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { findServicePartners, findWinnersWithoutVoucher, type ServiceWinner } from './vouchers.queries.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'config' | 'log'>;

export const issueVouchersJob = defineJob(
  'issue-vouchers',
  {},
  (platform: Deps, { rifaId }: { rifaId: string | null }) => issueVouchers(platform, rifaId),
);

/** Winners per batch. Pages by id, so winners without a partner never block the rest. */
export const WINNER_BATCH = 100;

/** @param rifaId null for all completed draws */
export async function issueVouchers(platform: Deps, rifaId: string | null): Promise<void> {
  const { db } = platform;
  let after: string | null = null;
  do {
    const winners = await findWinnersWithoutVoucher(db, { rifaId, after, limit: WINNER_BATCH });
    if (winners.length > 0) await issueBatch(platform, winners, await findServicePartners(db));
    after = winners.length < WINNER_BATCH ? null : winners.at(-1)!.winnerId;
  } while (after !== null);
}

async function issueBatch(
  platform: Deps,
  winners: ServiceWinner[],
  partners: ServicePartner[],
): Promise<void> {
  for (const winner of winners) {
    const chosen = choosePartner(winner.prize, partners);
    if (!chosen) {
      platform.log.warn({ winner: winner.winnerId }, 'no partner offers this service prize');
      continue;
    }
    await issue(platform, winner, chosen);
    partners.find(({ id }) => id === chosen.partnerId)!.pendingVouchers++;
  }
}

async function issue(platform: Deps, winner: ServiceWinner, partner: ChosenPartner): Promise<void> {
  const { db, clock, random, config } = platform;
  const createdAt = clock.now();
  const code = makeVoucherCode((count) => random.bytes(count));
  await db.transaction().execute(async (trx) => {
    const userId = await lockWinnersAccount(trx, winner);
    const deadline = await holdForVoucher(trx, platform, winner.winnerId, VOUCHER_DAYS);
    if (deadline === null) return;
    const expiresAt = deadline ?? voucherExpiry(createdAt);
    const voucher = await trx
      .insertInto('serviceVouchers')
      .values({
        id: random.uuid(),
        partnerId: partner.partnerId,
        winnerId: winner.winnerId,
        userId,
        voucherCode: code,
        serviceType: partner.serviceType,
        prizeName: winner.prize.name,
        qrCodeData: voucherUrl(config.publicUrl, code),
        pin: makeVoucherPin((count) => random.bytes(count)),
        createdAt,
        expiresAt,
      })
      .onConflict((conflict) => conflict.column('winnerId').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!voucher) return;
    await recordActivity(trx, platform, {
      userId,
      action: 'issue-voucher',
      entityType: 'voucher',
      entityId: voucher.id,
      description: `Voucher emitido para o prêmio ${winner.prize.name}.`,
    });
    if (!userId) {
      await notifyAdminsToPrint(trx, platform, winner, voucher.id);
      return;
    }
    await sendNotification(trx, platform, {
      userId,
      type: 'success',
      title: 'O seu voucher chegou',
      message: `${winner.prize.name}: mostre o voucher ao parceiro até ${formatLongDate(expiresAt)}.`,
      data: { href: '/meus-vouchers' },
      deduplicationKey: `voucher:${voucher.id}`,
    });
  });
}

/** The winner's account, which a merge may have replaced since the winner was read. A later merge waits for the voucher. */
async function lockWinnersAccount(
  trx: Transaction<DB>,
  { winnerId, userId }: ServiceWinner,
): Promise<string | null> {
  if (!userId) return null;
  await trx.selectFrom('profiles').select('id').where('id', '=', userId).forShare().execute();
  const winner = await trx
    .selectFrom('rifaWinners')
    .select('userId')
    .where('id', '=', winnerId)
    .executeTakeFirstOrThrow();
  return winner.userId;
}

/** Winners without an account cannot see the voucher on the site, so an admin prints it. */
function notifyAdminsToPrint(
  trx: Transaction<DB>,
  platform: Deps,
  { winnerName, prize }: ServiceWinner,
  voucherId: string,
): Promise<void> {
  return notifyAdmins(trx, platform, {
    type: 'info',
    title: 'Um voucher espera ser entregue',
    message: `${winnerName} ganhou ${prize.name} e não tem conta no site: imprima o voucher e entregue.`,
    data: { href: '/admin/partners/vouchers?filtro=pending' },
    deduplicationKey: `voucher:${voucherId}`,
  });
}

/** URL in the QR code: opens the partner portal with the code filled in. */
export function voucherUrl(publicUrl: string, code: string): string {
  return `${publicUrl}/parceiro?voucher=${code}`;
}
