/** Rejections of changes of rifas, their pictures and draws. */
import { z } from 'zod';
import { rifaGaps } from '../rifas/rifa-gaps.ts';

export const rifaErrors = {
  CANCEL_TOO_LATE: { status: 409, message: 'the extraction may have run' },
  DRAW_REJECTED: {
    status: 409,
    message: 'invalid state of the draw, its result or its prize',
    data: z.object({ reason: z.string() }),
  },
  RIFA_PUBLISHED: {
    status: 409,
    message: 'price, total, prizes and legal pack are immutable after publishing, the rest after the draw',
  },
  INSTANT_PRIZES_AT_RANDOM: {
    status: 409,
    message: 'a rifa with cotas premiadas sells no chosen numbers',
  },
  EXTREMES_STARTED: {
    status: 409,
    message: 'a published rifa declares no prize for the cotas of a window that has begun',
  },
  EXTREMES_AFTER_SALES: {
    status: 409,
    message: 'a published rifa declares no prize for the cotas of a window after its end of sales',
  },
  CORRECTION_REASON_REQUIRED: {
    status: 409,
    message: 'buyers rely on it: a change of a published rifa requires a public reason',
  },
  DRAW_DATE_FIXED: {
    status: 409,
    message: 'a rifa on sale moves only to a later extraction, before its sales end',
  },
  RIFA_STATE: {
    status: 409,
    message: 'invalid state transition',
    data: z.object({ status: z.string() }),
  },
  SALES_BELOW_MINIMUM: {
    status: 409,
    message: 'the rifa has sold less than it declares: its declared policy decides at its end of sales',
    data: z.object({ minPercent: z.number() }),
  },
  ENDING_INCOMPLETE: { status: 409, message: 'a step before the books is still open' },
  RIFA_INCOMPLETE: {
    status: 422,
    message: 'required parts are missing',
    data: rifaGaps,
  },
  BOOST_TOO_SOON: {
    status: 409,
    message: 'the rifa was announced less than a day ago',
    data: z.object({ from: z.iso.datetime() }),
  },
  PICTURE_UNREADABLE: { status: 422, message: 'not a readable JPEG, PNG, WebP or AVIF' },
  PICTURE_HEIC: { status: 422, message: 'HEIC photos are not supported' },
  PICTURE_TOO_SMALL: { status: 422, message: 'under 600 × 450 pixels' },
  PICTURE_TOO_LARGE: { status: 413, message: 'the file is too large' },
  PDF_REJECTED: {
    status: 422,
    message: 'the PDF is incomplete, or holds scripts, attachments or encryption',
  },
  INVALID_COMBOS: { status: 422, message: 'a combo must be cheaper than its cotas one by one' },
  INVALID_PRICE_STEPS: {
    status: 422,
    message: 'unit prices must fall with the quantity, below the rifa’s price',
  },
} as const;
