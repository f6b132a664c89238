/** Optional features of one rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { UNSOLD_POLICIES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { MIN_SALES_END_MINUTES, MAX_SALES_END_MINUTES } from '@mare/domain/rifas/lifecycle/sales-end.ts';
import { writtenText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { storedInstant } from '../stored-dates.ts';

export const rifaOptions = z.object({
  /** Only VIPs may buy. Immutable after publication. */
  vipOnly: z.boolean(),
  /** Length of the VIP presale in hours. Immutable after publication. */
  vipHours: z.int().min(0).max(168),
  /** Buyers may choose their numbers one by one. Never with cotas premiadas. */
  choosesNumbers: z.boolean(),
  /** Maximum cotas per buyer, bonus included; null without a limit. Immutable after publication. */
  maxPerPerson: z.int().min(1).max(10_000_000).nullable(),
  /** Buyers may give paid cotas away. */
  allowsGifts: z.boolean(),
  /** When sold out, draws with the next extraction. Declared before the first sale. */
  drawsEarly: z.boolean(),
  /** Policy when fewer cotas than the share are sold on the draw date. Declared before the first sale. */
  unsoldPolicy: z.enum(UNSOLD_POLICIES),
  unsoldMinPercent: z.int().min(0).max(100),
  /** Minutes before the extraction at which sales end. Declared before the first sale. */
  salesEndMinutes: z.int().min(MIN_SALES_END_MINUTES).max(MAX_SALES_END_MINUTES),
  /** Notifies buyers when 50%, 80% and all cotas are sold. */
  announcesMilestones: z.boolean(),
  /** Its page lists the top buyers of the day and week. */
  showsBuyers: z.boolean(),
  /** Prize for the highest and lowest cota paid in a time window. Immutable after publication. */
  extremes: z
    .object({ prize: writtenText(120), from: storedInstant, to: storedInstant })
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to))
    .nullable(),
  /** Cotas premiadas, grouped by prize. Immutable after publication. */
  instantPrizes: z
    .array(
      z.object({
        name: writtenText(120),
        valueCentavos: z.int().min(0).max(1_000_000_000).nullable(),
        count: z.int().min(1).max(500),
      }),
    )
    .max(50)
    .refine((prizes) => prizes.reduce((sum, { count }) => sum + count, 0) <= 500),
});
export type RifaOptions = z.infer<typeof rifaOptions>;

const onlyAdmins = pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN', 'NOT_FOUND');

export const rifaOptionsAdmin = {
  options: oc
    .route({ method: 'GET', path: '/admin/rifas/{id}/options', summary: 'Read the options of a rifa' })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({ version: z.int(), isPublished: z.boolean(), shortCode: z.string(), options: rifaOptions }),
    )
    .errors(onlyAdmins),
  saveOptions: oc
    .route({
      method: 'PUT',
      path: '/admin/rifas/{id}/options',
      summary: 'Change the options of a rifa',
    })
    .input(z.object({ id: z.uuid(), version: rowVersion, options: rifaOptions }))
    .output(z.object({ version: z.int() }))
    .errors({
      ...onlyAdmins,
      ...pickErrors(
        'VERSION_CONFLICT',
        'RIFA_PUBLISHED',
        'INSTANT_PRIZES_AT_RANDOM',
        'EXTREMES_STARTED',
        'EXTREMES_AFTER_SALES',
      ),
    }),
};
