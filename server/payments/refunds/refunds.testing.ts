import { randomUUID } from 'node:crypto';
import type { PaymentsTestbed } from '../payments.testing.ts';
import { refundAsAdmin } from './refund-as-admin.ts';

interface Bought {
  id: string;
  rifaId: string;
  userId: string;
  numbers: number[];
}

/** Another buyer has claimed the first cota of an order. */
export async function giveFirstCota(bed: PaymentsTestbed, { id, rifaId, userId, numbers }: Bought) {
  const [recipientId, claimedAt] = [await bed.buyer(), bed.clock.now()];
  const gift = { id: randomUUID(), reference: randomUUID(), orderId: id, rifaId, giverId: userId };
  await bed.db
    .insertInto('cotaGifts')
    .values({
      ...gift,
      number: numbers[0]!,
      recipientName: 'Vó Nina',
      recipientId,
      createdAt: claimedAt,
      claimedAt,
    })
    .execute();
}

/** The first cota of an order finds a cota premiada. */
export async function findPrize(bed: PaymentsTestbed, { id, rifaId, userId, numbers }: Bought) {
  await bed.db
    .insertInto('instantPrizes')
    .values({
      rifaId,
      position: 1,
      name: 'Pix',
      commitment: 'c'.repeat(64),
      number: numbers[0]!,
      salt: 'd'.repeat(64),
      foundAt: new Date(),
      orderId: id,
      userId,
    })
    .execute();
}

/** An admin refunds an amount without cotas. */
export const refundAmount = (bed: PaymentsTestbed, orderId: string, amountCentavos: number) =>
  refundAsAdmin(bed.context, {
    orderId,
    amountCentavos,
    requestId: randomUUID(),
    note: 'combinado',
    userId: randomUUID(),
  });
