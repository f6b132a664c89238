/** Prizes won: claimed by winners, delivered by admins. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { voucherStatus } from '../partners/partners.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';

export const wonPrize = z.object({
  winnerId: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  totalNumbers: z.int(),
  number: z.int(),
  position: z.int(),
  prizeName: z.string().nullable(),
  prizeType: z.enum(['product', 'service']).nullable(),
  state: z.enum(['open', 'claimed', 'delivered', 'expired']),
  claimUntil: z.iso.datetime(),
  claimedAt: z.iso.datetime().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  contact: z.object({ name: z.string(), phone: z.string(), note: z.string() }).nullable(),
  /** Voucher of a service prize; null until a partner is found. */
  voucher: z.object({ id: z.uuid(), status: voucherStatus, expiresAt: z.iso.datetime() }).nullable(),
});
export type WonPrize = z.infer<typeof wonPrize>;

/** Admin view of a prize. */
export const prizeToDeliver = wonPrize.extend({
  winnerName: z.string(),
  winnerEmail: z.string().nullable(),
  deliveryNote: z.string().nullable(),
  hasProof: z.boolean(),
});
export type PrizeToDeliver = z.infer<typeof prizeToDeliver>;

const done = z.object({ done: z.literal(true) });
const adminsOnly = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'DRAW_REFUSED');

/** A photo or a PDF in base64, 700 kB at most once decoded. */
const proofFile = z.object({
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  base64: z.base64().max(933_336),
});

export const prizesContract = {
  myPrizes: oc
    .route({ method: 'GET', path: '/prizes/mine', summary: 'List the caller’s prizes' })
    .output(z.array(wonPrize))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  claimPrize: oc
    .route({ method: 'POST', path: '/prizes/{winnerId}/claim', summary: 'Claim a prize' })
    .input(
      z.object({
        winnerId: z.uuid(),
        name: plainText(120).trim().min(2),
        phone: plainText(30).trim().min(8),
        note: plainText(500),
      }),
    )
    .output(done)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'DRAW_REFUSED')),
  prizes: oc
    .route({ method: 'GET', path: '/admin/prizes', summary: 'List prizes won, undelivered first' })
    .output(z.array(prizeToDeliver))
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  deliver: oc
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/delivery',
      summary: 'Record a prize as delivered',
    })
    .input(z.object({ winnerId: z.uuid(), note: plainText(500).trim().min(3), proof: proofFile.nullable() }))
    .output(done)
    .errors(adminsOnly),
  deliveryProof: oc
    .route({
      method: 'GET',
      path: '/admin/prizes/{winnerId}/proof',
      summary: 'Read the proof of a delivery',
    })
    .input(z.object({ winnerId: z.uuid() }))
    .output(proofFile)
    .errors(adminsOnly),
};
