/** Cash drawer: expected balance and daily closings. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { pickErrors } from '../errors.ts';
import { plainText } from '../plain-text.ts';
import { storedDay } from '../stored-dates.ts';

const MAX_CENTAVOS = 999_999_999_99;

const cashState = z.object({
  openingCentavos: z.int(),
  movedCentavos: z.int(),
  /** Opening and movement. */
  expectedCentavos: z.int(),
  /** Days that a count may close, the most likely one first: today, unless it is closed, and an unclosed yesterday. */
  closableDays: z.array(z.iso.date()),
  /** Latest first. */
  closings: z.array(
    z.object({
      day: z.iso.date(),
      openingCentavos: z.int(),
      movedCentavos: z.int(),
      countedCentavos: z.int(),
      reason: z.string().nullable(),
      closedBy: z.string().nullable(),
      closedAt: z.iso.datetime(),
    }),
  ),
});
export type CashState = z.infer<typeof cashState>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN');

export const cash = {
  cash: oc
    .route({ method: 'GET', path: '/admin/finance/cash', summary: 'Read the cash drawer' })
    .output(cashState)
    .errors(onlyAdmins),
  closeCash: oc
    .route({ method: 'POST', path: '/admin/finance/cash', summary: 'Close a day of the cash drawer' })
    .input(
      z.object({
        /** One of the `closableDays`. */
        day: storedDay,
        countedCentavos: z.int().min(0).max(MAX_CENTAVOS),
        expectedCentavos: z.int(),
        reason: plainText(300).min(5).nullable(),
      }),
    )
    .output(z.object({ closed: z.literal(true) }))
    .errors({ ...onlyAdmins, ...pickErrors('VERSION_CONFLICT') }),
};
