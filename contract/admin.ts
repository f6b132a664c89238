import { oc } from '@orpc/contract';
import { z } from 'zod';
import { refuses } from './refusals.ts';

export const recentOrder = z.object({
  id: z.uuid(),
  externalReference: z.string(),
  quantity: z.int(),
  totalCentavos: z.int(),
  paymentStatus: z.enum(['pending', 'paid', 'cancelled', 'failed']),
  createdAt: z.iso.datetime(),
  buyerName: z.string().nullable(),
  buyerEmail: z.string().nullable(),
  /** Of the order's first line. */
  rifaTitle: z.string(),
});
export type RecentOrder = z.infer<typeof recentOrder>;

export const adminOverview = z.object({
  totalUsers: z.int(),
  totalOrders: z.int(),
  /** Centavos: the paid ones among `orders`. */
  revenueCentavos: z.int(),
  activeRifas: z.array(
    z.object({ id: z.uuid(), title: z.string(), soldNumbers: z.int(), totalNumbers: z.int() }),
  ),
  /** The latest 50, newest first. */
  orders: z.array(recentOrder).max(50),
});
export type AdminOverview = z.infer<typeof adminOverview>;

export const admin = {
  overview: oc
    .route({ method: 'GET', path: '/admin/overview', summary: 'Totals and the latest orders, for an admin' })
    .output(adminOverview)
    .errors(refuses('NOT_AUTHENTICATED', 'NOT_ADMIN')),
};
