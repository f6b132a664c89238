/** Admin API of rifas. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { CHOSEN_CANCEL_REASONS } from '@mare/domain/rifas/lifecycle/cancelling.ts';
import { listInput, listPage } from '../list-page.ts';
import { trimmedText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { withIdempotencyKey } from '../with-idempotency-key.ts';
import { rifaGaps } from './rifa-gaps.ts';
import { rowVersion } from '../row-version.ts';
import { legalFile, legalFileKind } from './legal-pack.ts';
import { editedRifa, managedRifa, rifaBuyer, rifaPreview, rifaRow } from './managed-rifa.ts';
import { rifaStatus, shownStatus } from './rifa-detail.ts';

const MAX_UPLOAD_BYTES = 900_000;

/** 30 MB, as large as phone photos get; PDFs up to 5 MB. */
const MAX_DOCUMENT_BYTES = 30_000_000;

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
  save: withIdempotencyKey
    .route({ method: 'POST', path: '/admin/rifas', summary: 'Create a draft or update a rifa' })
    .input(
      z.object({
        /** Null creates a draft. */
        id: z.uuid().nullable(),
        /** Ignored for a new draft. */
        version: rowVersion,
        rifa: editedRifa,
        /** Public: why a published rifa is corrected. */
        reason: trimmedText(500).min(3).nullable().default(null),
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
          note: trimmedText(300).default(''),
          /** Public reason of a cancellation, which requires it. */
          reason: z.enum(CHOSEN_CANCEL_REASONS).nullable().default(null),
        })
        .refine(({ to, note }) => (to !== 'closed' && to !== 'cancelled') || note.length >= 3)
        .refine(({ to, reason }) => to !== 'cancelled' || reason !== null),
    )
    .output(z.object({ status: rifaStatus, version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors('NOT_FOUND', 'VERSION_CONFLICT', 'RIFA_STATE', 'RIFA_INCOMPLETE', 'SALES_BELOW_MINIMUM'),
      ...pickErrors('SECOND_PERSON_REQUIRED', 'CANCEL_TOO_LATE', 'RECENT_PROOF_REQUIRED'),
    }),
  pause: oc
    .route({ method: 'POST', path: '/admin/rifas/{id}/pause', summary: 'Pause the sales of a rifa' })
    .input(
      z.object({
        id: z.uuid(),
        /** Public. */
        reason: trimmedText(300).min(3),
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
        note: trimmedText(500).min(3),
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
      summary: 'Read what a draft lacks before it can be published or scheduled',
    })
    .input(z.object({ id: z.uuid(), to: z.enum(['active', 'scheduled']).default('active') }))
    .output(rifaGaps)
    .errors({ ...onlyAdmins, ...pickErrors('NOT_FOUND') }),
  duplicate: withIdempotencyKey
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
        name: trimmedText(120).min(2),
        /** A phone or an e-mail address is needed. */
        email: z.email().max(254).nullable(),
        /** In any format. */
        phone: trimmedText(30).nullable(),
        /** Key of a plan of this quantity. */
        tier: z.string().max(20).nullable().default(null),
        /** Chosen by the buyer, where the rifa allows it. */
        numbers: z.array(z.int().min(1)).max(1_000).default([]),
        /** Price that the seller expects; a higher price rejects the sale. */
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
