import { call } from '@orpc/server';
import { createPaymentsTestbed, type PaymentsTestbed } from '../../payments/payments.testing.ts';
import { testContext } from '../../platform/http/api.testing.ts';
import { partnersRoutes } from '../partners.routes.ts';
import { addVoucher } from '../partners.testing.ts';
import { validateVoucher } from './redemption/validate-voucher.ts';

export type VouchersTestbed = Awaited<ReturnType<typeof createVouchersTestbed>>;

export async function createVouchersTestbed() {
  const bed = await createPaymentsTestbed();
  const { db } = bed;

  /** A voucher of a new buyer with an address. */
  async function voucherAt(partner: { id: string }) {
    const userId = await bed.buyer();
    const email = `${userId}@exemplo.com.br`;
    await db.updateTable('profiles').set({ email }).where('id', '=', userId).execute();
    return { ...(await addVoucher(bed.platform, partner.id, userId)), userId };
  }

  return {
    ...bed,
    voucherAt,
    /** A winner of a service prize with a claim that is open until the voucher expires. */
    async wonVoucher(partner: { id: string }) {
      const voucher = await voucherAt(partner);
      const rifaId = await bed.rifa();
      const { id: winnerId } = await db
        .insertInto('rifaWinners')
        .values({ rifaId, userId: voucher.userId, winnerName: 'Ana', winnerNumber: 1, winnerPosition: 1 })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db.insertInto('prizeClaims').values({ winnerId, claimUntil: voucher.expiresAt }).execute();
      await db.updateTable('serviceVouchers').set({ winnerId }).where('id', '=', voucher.id).execute();
      return { ...voucher, winnerId };
    },
    find: (id: string) =>
      db.selectFrom('serviceVouchers').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    vouchersOf: (userId: string) =>
      call(partnersRoutes.myVouchers, undefined, { context: testContext(bed.platform, { userId }) }),
    /** Titles of a person's notifications. */
    async titles(userId: string): Promise<string[]> {
      const rows = await db
        .selectFrom('notifications')
        .select('title')
        .where('userId', '=', userId)
        .execute();
      return rows.map(({ title }) => title);
    },
    /** Between tests. */
    reset: () => bed.pool.query('truncate service_vouchers, partners, payouts, rifa_winners cascade'),
  };
}

/** Uses a voucher with its own PIN. */
export async function redeemWithPin(bed: PaymentsTestbed, partnerId: string, code: string) {
  const voucher = await bed.db
    .selectFrom('serviceVouchers')
    .select('pin')
    .where('voucherCode', '=', code)
    .executeTakeFirst();
  return validateVoucher(bed.platform, { partnerId, code, pin: voucher?.pin ?? '0000', ipAddress: null });
}

/** Winner of the only prize of a rifa. @param prize by default a service in Maceió */
export async function addWinner(
  bed: PaymentsTestbed,
  prize: { name: string; type?: string; city?: string | null },
) {
  const rifaId = await bed.rifa();
  const userId = await bed.buyer();
  await bed.db
    .insertInto('rifaPrizes')
    .values({
      rifaId,
      position: 1,
      name: prize.name,
      prizeType: prize.type ?? 'service',
      serviceCity: prize.city === undefined ? 'Maceió' : prize.city,
    })
    .execute();
  await bed.db
    .insertInto('rifaWinners')
    .values({ rifaId, userId, winnerName: 'Ana', winnerNumber: 1, winnerPosition: 1 })
    .execute();
  return { rifaId, userId };
}
