import type { PaymentsTestbed } from '../../payments/payments.testing.ts';
import { validateVoucher } from './validate-voucher.ts';

/** Uses a voucher with its own PIN. */
export async function redeemWithPin(bed: PaymentsTestbed, partnerId: string, code: string) {
  const voucher = await bed.db
    .selectFrom('serviceVouchers')
    .select('pin')
    .where('voucherCode', '=', code)
    .executeTakeFirst();
  return validateVoucher(bed.platform, { partnerId, code, pin: voucher?.pin ?? '0000', ipAddress: null });
}

/** Winner of the only prize of a rifa. @param prize a service in Maceió unless it says otherwise */
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
