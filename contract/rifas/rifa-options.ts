/** What an organiser switches on for one rifa. */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { UNSOLD_POLICIES } from '@mare/domain/rifas/lifecycle/end-of-sales.ts';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';

export const rifaOptions = z.object({
  /** For VIPs alone. Stays once published. */
  vipOnly: z.boolean(),
  /** So many hours VIPs may buy before everybody else. Stays once published. */
  vipHours: z.int().min(0).max(168),
  /** Buyers may choose their numbers one by one. */
  choosesNumbers: z.boolean(),
  /** Cotas that one person may have, bonus included; null without a limit. Stays once published. */
  maxPerPerson: z.int().min(1).max(10_000_000).nullable(),
  /** Buyers may give paid cotas away. */
  allowsGifts: z.boolean(),
  /** Sold out, it is drawn with the next extraction. Declared before the first sale. */
  drawsEarly: z.boolean(),
  /** What happens with fewer cotas sold than the share at the draw's date. Declared before the first sale. */
  unsoldPolicy: z.enum(UNSOLD_POLICIES),
  unsoldMinPercent: z.int().min(0).max(100),
  /** Buyers hear when 50%, 80% and all cotas are sold. */
  announcesMilestones: z.boolean(),
  /** The buyers of the day and week stand on its page. */
  showsBuyers: z.boolean(),
  /** A prize for the highest and the lowest cota paid in a window of time. Once published it stays. */
  extremes: z
    .object({ prize: plainText(120).trim().min(1), from: z.iso.datetime(), to: z.iso.datetime() })
    .refine(({ from, to }) => from < to)
    .nullable(),
  /** Cotas premiadas, equal ones together. They stay once published. */
  instantPrizes: z
    .array(
      z.object({
        name: plainText(120).trim().min(1),
        valueCentavos: z.int().min(0).max(1_000_000_000).nullable(),
        /** How many of them there are. */
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
    .route({ method: 'GET', path: '/admin/rifas/{id}/options', summary: 'What is switched on for a rifa' })
    .input(z.object({ id: z.uuid() }))
    .output(
      z.object({ version: z.int(), isPublished: z.boolean(), shortCode: z.string(), options: rifaOptions }),
    )
    .errors(onlyAdmins),
  saveOptions: oc
    .route({
      method: 'PUT',
      path: '/admin/rifas/{id}/options',
      summary: 'Switch things on or off for a rifa',
    })
    .input(z.object({ id: z.uuid(), version: rowVersion, options: rifaOptions }))
    .output(z.object({ version: z.int() }))
    .errors({ ...onlyAdmins, ...pickErrors('VERSION_CONFLICT', 'RIFA_PUBLISHED') }),
};
