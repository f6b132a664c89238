/** Admin API of rifas. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { PRIZE_TYPES } from '@mare/domain/draws/prizes/prize-type.ts';
import { CANCELLING_RULES, CHOSEN_CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { STATES } from '@mare/domain/accounts/places.ts';
import { LEGAL_ROUTES } from '@mare/domain/rifas/legal/legal-routes.ts';
import { MAX_PICTURES } from '@mare/domain/rifas/picture.ts';
import { readVideoLink } from '@mare/domain/rifas/video.ts';
import { listInput, listPage } from '../list-page.ts';
import { orderStatus } from '../orders/orders.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors, rifaGaps } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { instantPrizes } from './instant-prizes.ts';
import { rifaDetail, rifaLegal, rifaStatus, shownStatus } from './rifas.ts';

const MAX_CENTAVOS = 1_000_000_000;
const MAX_UPLOAD_BYTES = 900_000;

const line = (max: number) => plainText(max).trim();

export const rifaRow = z.object({
  id: z.uuid(),
  title: z.string(),
  image: z.string(),
  status: shownStatus,
  priceCentavos: z.int(),
  totalNumbers: z.int(),
  soldNumbers: z.int(),
  drawDate: z.iso.datetime(),
  createdAt: z.iso.datetime(),
});
export type RifaRow = z.infer<typeof rifaRow>;

/** Fourteen characters without punctuation; letters are allowed in the first twelve. Publishing checks the digits. */
const cnpj = z
  .string()
  .regex(/^[0-9A-Z]{12}[0-9]{2}$/)
  .nullable();

export const LEGAL_FILE_KINDS = ['certificate', 'ownership'] as const;
const legalFileKind = z.enum(LEGAL_FILE_KINDS);
export const legalFile = z.object({
  kind: legalFileKind,
  name: z.string(),
  type: z.enum(['image/jpeg', 'application/pdf']),
  storedAt: z.iso.datetime(),
});
export type LegalFile = z.infer<typeof legalFile>;

/** 30 MB, as large as phone photos get; PDFs up to 5 MB. */
const MAX_DOCUMENT_BYTES = 30_000_000;

export const legalPack = z.object({
  route: z.enum(LEGAL_ROUTES),
  authorisationNumber: line(60).nullable(),
  organiserName: line(120).nullable(),
  organiserCnpj: cnpj,
  /** Validity of the authorisation, both days included. */
  validFrom: z.iso.date().nullable(),
  validUntil: z.iso.date().nullable(),
  /** The entity that receives the proceeds. */
  beneficiaryName: line(120).nullable(),
  beneficiaryCnpj: cnpj,
  regulation: plainText(50_000),
  taxNote: line(500),
});
export type LegalPack = z.infer<typeof legalPack>;

const picture = z.string().regex(/^\/[\w./-]{1,120}$/);

export const editedPrize = z.object({
  /** May be empty in a draft. */
  name: line(120),
  description: line(500).nullable(),
  /** Of a cash prize: the amount before tax, required to publish. */
  valueCentavos: z.int().min(0).max(MAX_CENTAVOS).nullable(),
  prizeType: z.enum(PRIZE_TYPES),
  image: picture.nullable(),
  /** Matches the service type of partners, who issue the winner's voucher. */
  serviceType: line(60).nullable(),
  serviceCity: line(80).nullable(),
});
export type EditedPrize = z.infer<typeof editedPrize>;

/** Fields of the form. Price, total, prizes and legal pack are immutable after publication. */
export const editedRifa = z.object({
  title: line(120).min(1),
  description: plainText(10_000),
  image: z.union([z.literal(''), picture]),
  /** After `image`, in order. */
  gallery: z
    .array(z.object({ image: picture, alt: line(200) }))
    .max(MAX_PICTURES - 1)
    .refine((pictures) => new Set(pictures.map(({ image }) => image)).size === pictures.length)
    .default([]),
  /** A link that `readVideoLink` reads; empty without a video. */
  video: z
    .string()
    .max(200)
    .refine((link) => link === '' || readVideoLink(link) !== null)
    .default(''),
  /** 0: not decided yet, only in a draft. */
  priceCentavos: z.int().min(0).max(1_000_000),
  totalNumbers: z.int().min(2).max(10_000_000),
  minPerOrder: z.int().min(1).max(10_000),
  maxPerOrder: z.int().min(1).max(10_000),
  drawDate: z.iso.datetime(),
  salesStart: z.iso.datetime().nullable(),
  eligibleCities: z.array(line(80).min(1)).max(200),
  /** State of all eligible cities. */
  eligibleState: z.enum(STATES),
  /** Ordered by position. */
  prizes: z.array(editedPrize).max(20),
  legal: legalPack,
});
export type EditedRifa = z.infer<typeof editedRifa>;

const refundStage = z.object({
  orders: z.int(),
  /** Of the rifa's cotas. */
  centavos: z.int(),
});

/** Orders of a cancelled rifa that were paid, also too late, each at one stage of its refund. */
export const cancelledRefunds = z.object({
  done: refundStage,
  underWay: refundStage,
  /** The refund is not requested yet. The money includes cotas that stay because they found a cota premiada. */
  unasked: refundStage,
  /** Listed among the payments to review: rejected, cash, disputed, without balance or without an answer. */
  waiting: refundStage,
  /** Rejected by the provider, and marked as resolved by an admin. */
  elsewhere: refundStage,
});
export type CancelledRefunds = z.infer<typeof cancelledRefunds>;

export const managedRifa = editedRifa.extend({
  id: z.uuid(),
  status: rifaStatus,
  version: z.int(),
  soldNumbers: z.int(),
  /** Held by unpaid orders. */
  reservedNumbers: z.int(),
  /** Revenue of this rifa's lines in paid orders, without what went back. */
  revenueCentavos: z.int(),
  /** Persons who asked to be told when sales begin. */
  noticesWanted: z.int(),
  regulationSha256: z.string(),
  legalFiles: z.array(legalFile),
  publishedAt: z.iso.datetime().nullable(),
  /** Orders are accepted before this moment. */
  salesEndAt: z.iso.datetime(),
  /** Why an admin paused the sales; null while they are not paused. */
  pauseReason: z.string().nullable(),
  /** How it may be cancelled now, in a state that can be. */
  cancelling: z.enum(CANCELLING_RULES),
  /** Null unless cancelled. */
  refunds: cancelledRefunds.nullable(),
});
export type ManagedRifa = z.infer<typeof managedRifa>;

export const rifaBuyer = z.object({
  orderId: z.uuid(),
  externalReference: z.string(),
  userId: z.uuid(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  status: orderStatus,
  /** The bank of the payer decides about a dispute. */
  isDisputed: z.boolean(),
  cotas: z.int(),
  /** Of a paid order what stays; of others as ordered. */
  totalCentavos: z.int(),
  /** The number searched for, or the order's first. */
  number: z.int(),
  createdAt: z.iso.datetime(),
});
export type RifaBuyer = z.infer<typeof rifaBuyer>;

export const rifaPreview = z.object({
  rifa: rifaDetail,
  legal: rifaLegal,
  instantPrizes: instantPrizes.nullable(),
});
export type RifaPreview = z.infer<typeof rifaPreview>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const rifasAdmin = {
  list: oc
    .route({ method: 'GET', path: '/admin/rifas', summary: 'List rifas in every state' })
    .input(
      listInput(['newest', 'draw', 'title', 'sold']).extend({
        status: shownStatus.or(z.literal('')).default(''),
      }),
    )
    .output(listPage(rifaRow))
    .errors(onlyAdmins),
  find: oc
    .route({ method: 'GET', path: '/admin/rifas/{id}', summary: 'Read a rifa' })
    .input(z.object({ id: z.uuid() }))
    .output(managedRifa)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  preview: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/preview',
      summary: 'Read the public page of a rifa before its publication',
    })
    .input(z.object({ id: z.uuid() }))
    .output(rifaPreview)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  save: oc
    .route({ method: 'POST', path: '/admin/rifas', summary: 'Create a draft or update a rifa' })
    .input(
      z.object({
        /** Null creates a draft. */
        id: z.uuid().nullable(),
        /** Ignored for a new draft. */
        version: rowVersion,
        rifa: editedRifa,
        /** Public: why a published rifa is corrected. */
        reason: plainText(500).trim().min(3).nullable().default(null),
      }),
    )
    .output(z.object({ id: z.uuid(), version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'RIFA_PUBLISHED', 'DRAW_DATE_FIXED'),
      ...pickErrors('CORRECTION_REASON_REQUIRED'),
    }),
  changeState: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{id}/state',
      summary: 'Schedule, publish, close or cancel a rifa',
    })
    .input(
      z
        .object({
          id: z.uuid(),
          version: rowVersion,
          to: z.enum(['draft', 'scheduled', 'active', 'closed', 'cancelled']),
          /** Public: why sales end now, or the explanation of a cancellation. Both require it. */
          note: plainText(300).trim().default(''),
          /** Public reason of a cancellation, which requires it. */
          reason: z.enum(CHOSEN_CANCEL_REASONS).nullable().default(null),
        })
        .refine(({ to, note }) => (to !== 'closed' && to !== 'cancelled') || note.length >= 3)
        .refine(({ to, reason }) => to !== 'cancelled' || reason !== null),
    )
    .output(z.object({ status: rifaStatus, version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'RIFA_STATE', 'RIFA_INCOMPLETE'),
      ...pickErrors('SECOND_PERSON_REQUIRED', 'CANCEL_TOO_LATE', 'RECENT_PROOF_REQUIRED'),
    }),
  pause: oc
    .route({ method: 'POST', path: '/admin/rifas/{id}/pause', summary: 'Pause the sales of a rifa' })
    .input(
      z.object({
        id: z.uuid(),
        /** Public. */
        reason: plainText(300).trim().min(3),
      }),
    )
    .output(z.object({ paused: z.literal(true) }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND', 'RIFA_STATE') }),
  resume: oc
    .route({ method: 'POST', path: '/admin/rifas/{id}/resume', summary: 'Resume the sales of a paused rifa' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ paused: z.literal(false) }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND', 'RIFA_STATE') }),
  cancelFrozen: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{id}/cancel',
      summary: 'Request the cancellation of a rifa whose sales are over',
    })
    .input(
      z.object({
        id: z.uuid(),
        reason: z.enum(CHOSEN_CANCEL_REASONS),
        /** Public. */
        note: plainText(500).trim().min(3),
      }),
    )
    .output(z.object({ effectiveAt: z.iso.datetime() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'RIFA_STATE', 'CANCEL_TOO_LATE', 'ALREADY_REQUESTED'),
      ...pickErrors('RECENT_PROOF_REQUIRED'),
    }),
  gaps: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/gaps',
      summary: 'Read what a draft lacks before it can be published',
    })
    .input(z.object({ id: z.uuid() }))
    .output(rifaGaps)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  duplicate: oc
    .route({ method: 'POST', path: '/admin/rifas/{id}/duplicate', summary: 'Copy a rifa into a new draft' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid() }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  remove: oc
    .route({ method: 'DELETE', path: '/admin/rifas/{id}', summary: 'Delete a draft' })
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ removed: z.literal(true) }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND', 'RIFA_PUBLISHED') }),
  buyers: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/buyers',
      summary: 'Find buyers by number, name or e-mail',
    })
    .input(listInput(['newest']).extend({ id: z.uuid() }))
    .output(listPage(rifaBuyer))
    .errors(onlyAdmins),
  sellByHand: oc
    .route({ method: 'POST', path: '/admin/rifas/{id}/hand-sales', summary: 'Sell cotas for cash' })
    .input(
      z.object({
        id: z.uuid(),
        /** Idempotency key. */
        requestId: z.uuid(),
        quantity: z.int().min(1).max(10_000),
        name: line(120).min(2),
        /** A phone or an e-mail address is needed. */
        email: z.email().max(254).nullable(),
        /** In any writing. */
        phone: line(30).nullable(),
        /** Key of a plan of this quantity. */
        tier: z.string().max(20).nullable().default(null),
        /** Chosen by the buyer, where the rifa allows it. */
        numbers: z.array(z.int().min(1)).max(1_000).default([]),
        /** What the seller asked for; a higher price rejects the sale. */
        expectedCentavos: z.int().min(0).nullable().default(null),
      }),
    )
    .output(z.object({ externalReference: z.string(), numbers: z.array(z.int()), totalCentavos: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors(
        'NOT_FOUND',
        'RIFA_NOT_ACTIVE',
        'NOT_ENOUGH_NUMBERS',
        'NUMBERS_TAKEN',
        'PRICE_CHANGED',
        'QUANTITY_OUT_OF_RANGE',
        'KEY_REUSED',
        'BUSY',
      ),
      ...pickErrors('INVALID_CUSTOMER', 'NOT_ELIGIBLE', 'PURCHASE_LIMIT_EXCEEDED', 'BUYER_MAY_NOT_SPEND'),
    }),
  storeLegalFile: oc
    .route({
      method: 'POST',
      path: '/admin/rifas/{id}/files/{kind}',
      summary: 'Store the certificate of the authorisation, or the proof of ownership of the prizes',
    })
    .input(z.object({ id: z.uuid(), kind: legalFileKind, file: z.file().max(MAX_DOCUMENT_BYTES) }))
    .output(z.object({ stored: z.literal(true) }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'RIFA_PUBLISHED'),
      ...pickErrors('PICTURE_UNREADABLE', 'PICTURE_HEIC', 'PICTURE_TOO_LARGE', 'PDF_REJECTED'),
    }),
  legalFile: oc
    .route({
      method: 'GET',
      path: '/admin/rifas/{id}/files/{kind}',
      summary: 'Read a file of the legal pack',
    })
    .input(z.object({ id: z.uuid(), kind: legalFileKind }))
    .output(z.object({ type: legalFile.shape.type, base64: z.base64() }))
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  storePicture: oc
    .route({ method: 'POST', path: '/admin/pictures', summary: 'Upload a picture for a rifa' })
    .input(z.object({ picture: z.file().max(MAX_UPLOAD_BYTES) }))
    .output(z.object({ image: z.string() }))
    .errors({ ...onlyAdmins, ...pickErrors('PICTURE_UNREADABLE', 'PICTURE_TOO_SMALL', 'PICTURE_TOO_LARGE') }),
};
