/** Prizes won: claimed by winners, delivered by admins. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { voucherStatus } from '../partners/vouchers.ts';
import { plainText, trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import {
  CONTACT_CHANNELS,
  CONTACT_OUTCOMES,
  PRIZE_STAGES,
  PRIZE_STATES,
} from '@mare/domain/draws/prizes/prize-state.ts';
import { PRIZE_TYPES } from '@mare/domain/draws/prizes/prize-type.ts';
import { storedDay, storedInstant } from '../stored-dates.ts';

/** Public facts about a prize after the draw. */
export const shownPrize = z.object({
  stage: z.enum(PRIZE_STAGES),
  /** Amount of a cash prize before tax; null for others. */
  cashCentavos: z.int().nullable(),
  /** When the stage began, or when the team last tried to reach the winner; null where there is no such moment. */
  since: z.iso.datetime().nullable(),
  /** Deadline of an unclaimed prize. */
  claimUntil: z.iso.datetime().nullable(),
  /** ISO date on which the value of an expired prize was paid to the Tesouro Nacional. */
  treasuryPaidOn: z.string().nullable(),
  /** Photo of the delivery; null without the winner's consent. */
  photo: z.object({ src: z.string(), width: z.int(), height: z.int() }).nullable(),
});
export type ShownPrize = z.infer<typeof shownPrize>;

const contactAttempt = z.object({
  at: z.iso.datetime(),
  channel: z.enum(CONTACT_CHANNELS),
  outcome: z.enum(CONTACT_OUTCOMES),
});
export type ContactAttempt = z.infer<typeof contactAttempt>;

export const wonPrize = z.object({
  winnerId: z.uuid(),
  rifaId: z.uuid(),
  rifaTitle: z.string(),
  totalNumbers: z.int(),
  number: z.int(),
  position: z.int(),
  prizeName: z.string().nullable(),
  prizeType: z.enum(PRIZE_TYPES).nullable(),
  /** Amount of a cash prize before tax; null for others. */
  cashCentavos: z.int().nullable(),
  state: z.enum(PRIZE_STATES),
  /** The payment is disputed or was refunded: nothing is delivered until the team has decided. */
  isOnHold: z.boolean(),
  claimUntil: z.iso.datetime(),
  claimedAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  /** Carrier, tracking code, expected day. */
  sentNote: z.string().nullable(),
  deliveredAt: z.iso.datetime().nullable(),
  /** Attempts of the team to reach the winner, latest first. */
  contacts: z.array(contactAttempt),
  /** Photo of the delivery; public only with consent. */
  photo: z
    .object({
      id: z.uuid(),
      consentGivenAt: z.iso.datetime().nullable(),
      /** The text to agree to. */
      wording: z.string(),
    })
    .nullable(),
  /** Tax withheld on the prize. */
  taxNote: z.string(),
  contact: z.object({ name: z.string(), phone: z.string(), note: z.string() }).nullable(),
  /** Voucher of a service prize; null until a partner is found. */
  voucher: z
    .object({
      id: z.uuid(),
      status: voucherStatus,
      expiresAt: z.iso.datetime(),
      /** The payment is disputed: the wait is added to the deadline. */
      isWaiting: z.boolean(),
    })
    .nullable(),
});
export type WonPrize = z.infer<typeof wonPrize>;

/** A prize that a person won in an earlier version of a draw and lost by a correction. */
export const withdrawnPrize = wonPrize
  .pick({
    winnerId: true,
    rifaId: true,
    rifaTitle: true,
    totalNumbers: true,
    number: true,
    position: true,
    prizeName: true,
  })
  .extend({ withdrawnAt: z.iso.datetime() });
export type WithdrawnPrize = z.infer<typeof withdrawnPrize>;

/** Admin view of a prize. */
export const prizeToDeliver = wonPrize.extend({
  winnerName: z.string(),
  winnerEmail: z.string().nullable(),
  deliveryNote: z.string().nullable(),
  /** Declared value; null when none is declared. */
  valueCentavos: z.int().nullable(),
  hasProof: z.boolean(),
  /** Attempts of the team, with their notes, latest first. */
  contacts: z.array(contactAttempt.extend({ note: z.string() })),
  /** The value of an expired prize is owed to the Tesouro Nacional; null if the law does not require it. */
  treasury: z
    .object({
      /** ISO dates. */
      dueOn: z.string(),
      paidOn: z.string().nullable(),
      note: z.string().nullable(),
      hasProof: z.boolean(),
    })
    .nullable(),
});
export type PrizeToDeliver = z.infer<typeof prizeToDeliver>;

const done = z.object({ done: z.literal(true) });
const adminsOnly = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND', 'DRAW_REJECTED');

/** 30 MB, as large as phone photos get; the server shrinks photos. */
const MAX_UPLOAD_BYTES = 30_000_000;
const upload = z.file().max(MAX_UPLOAD_BYTES);
const uploadErrors = pickErrors('PICTURE_UNREADABLE', 'PICTURE_HEIC', 'PICTURE_TOO_LARGE', 'PDF_REJECTED');

/** A photo or a PDF in base64. */
const proofFile = z.object({
  type: z.enum(['image/jpeg', 'image/png', 'application/pdf']),
  base64: z.base64(),
});

export const prizesContract = {
  myPrizes: oc
    .route({ method: 'GET', path: '/prizes/mine', summary: 'List the caller’s prizes' })
    .output(z.array(wonPrize))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  myWithdrawnPrizes: oc
    .route({
      method: 'GET',
      path: '/prizes/mine/withdrawn',
      summary: 'List the prizes that corrected draws took back from the caller',
    })
    .output(z.array(withdrawnPrize))
    .errors(pickErrors('NOT_AUTHENTICATED')),
  claimPrize: oc
    .route({ method: 'POST', path: '/prizes/{winnerId}/claim', summary: 'Claim a prize' })
    .input(
      z.object({
        winnerId: z.uuid(),
        name: trimmedText(120).min(2),
        phone: trimmedText(30).min(8),
        note: plainText(500),
      }),
    )
    .output(done)
    .errors(
      pickErrors(
        'NOT_AUTHENTICATED',
        'RECENT_PROOF_REQUIRED',
        'NOT_FOUND',
        'DRAW_REJECTED',
        'TOO_MANY_REQUESTS',
      ),
    ),
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
    .input(
      z.object({
        winnerId: z.uuid(),
        note: trimmedText(500).min(3),
        /** A photo or a PDF; required for a cash prize. */
        proof: upload.optional(),
        /** Cost of the prize for the organiser; absent: its declared value. Ignored for a cash prize. */
        costCentavos: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
      }),
    )
    .output(done)
    .errors({ ...adminsOnly, ...uploadErrors }),
  recordContact: withIdempotencyKey
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/contacts',
      summary: 'Record an attempt to reach a winner',
    })
    .input(
      z.object({
        winnerId: z.uuid(),
        at: storedInstant,
        channel: z.enum(CONTACT_CHANNELS),
        outcome: z.enum(CONTACT_OUTCOMES),
        note: trimmedText(500),
      }),
    )
    .output(done)
    .errors(adminsOnly),
  send: oc
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/shipment',
      summary: 'Record that a prize is on its way',
    })
    .input(z.object({ winnerId: z.uuid(), note: trimmedText(200).min(3) }))
    .output(done)
    .errors(adminsOnly),
  payTreasury: oc
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/treasury',
      summary: 'Record the payment of an expired prize to the Tesouro Nacional',
    })
    .input(
      z.object({
        winnerId: z.uuid(),
        paidOn: storedDay,
        note: trimmedText(200).min(3),
        proof: upload.optional(),
      }),
    )
    .output(done)
    .errors({ ...adminsOnly, ...uploadErrors }),
  storePrizePhoto: oc
    .route({
      method: 'POST',
      path: '/admin/prizes/{winnerId}/photo',
      summary: 'Store a photo of a delivery',
    })
    .input(z.object({ winnerId: z.uuid(), photo: upload }))
    .output(done)
    .errors({ ...adminsOnly, ...uploadErrors }),
  prizePhoto: oc
    .route({ method: 'GET', path: '/prizes/{winnerId}/photo', summary: 'Read the photo of a delivery' })
    .input(z.object({ winnerId: z.uuid() }))
    .output(proofFile)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND')),
  changePhotoConsent: oc
    .route({
      method: 'POST',
      path: '/prizes/{winnerId}/photo-consent',
      summary: 'Consent to the publication of the photo of a delivery, or withdraw the consent',
    })
    .input(z.object({ winnerId: z.uuid(), photoId: z.uuid(), agrees: z.boolean() }))
    .output(done)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_FOUND', 'VERSION_CONFLICT')),
  deliveryProof: oc
    .route({
      method: 'GET',
      path: '/admin/prizes/{winnerId}/proof',
      summary: 'Read the proof of a delivery',
    })
    .input(z.object({ winnerId: z.uuid(), kind: z.enum(['delivery', 'treasury']).default('delivery') }))
    .output(proofFile)
    .errors(adminsOnly),
};
