import { z } from 'zod';

/** Real stats of the shop, without personal data. */
export const shopStats = z.object({
  /** Paid cotas of the rifas on sale. */
  soldCotas: z.int(),
  /** Number and value of the prizes of the rifas on sale. */
  prizes: z.int(),
  prizeValueCentavos: z.int(),
  /** Orders awaiting payment. */
  peopleBuying: z.int(),
  /** Cotas added to carts in the last 24 hours. */
  cotasInCarts: z.int(),
  drawnRifas: z.int(),
  winners: z.int(),
  /** Value of the prizes of drawn rifas. */
  wonCentavos: z.int(),
  /** Purchases of the last 24 hours, newest first. */
  purchases: z.array(
    z.object({
      /** 'Maria S.' */
      name: z.string(),
      city: z.string().nullable(),
      cotas: z.int(),
      rifaTitle: z.string(),
      /** ISO 8601. */
      paidAt: z.iso.datetime(),
    }),
  ),
});
export type ShopStats = z.infer<typeof shopStats>;

const leader = z.object({ name: z.string(), cotas: z.int() });
const extreme = z.object({ number: z.int(), name: z.string() }).nullable();

/** Names are shortened to a first name and an initial. */
export const leaders = z.object({
  /** Null if the rifa does not show them. */
  buyers: z.object({ day: z.array(leader), week: z.array(leader) }).nullable(),
  /** The highest and lowest cota paid in a time window; null without such a prize. */
  extremes: z
    .object({
      prize: z.string(),
      from: z.iso.datetime(),
      to: z.iso.datetime(),
      lowest: extreme,
      highest: extreme,
    })
    .nullable(),
});
export type Leaders = z.infer<typeof leaders>;
