import { oc } from '@orpc/contract';
import { z } from 'zod';
import { plainText } from '../plain-text.ts';
import { pickErrors } from '../errors.ts';
import { rowVersion } from '../row-version.ts';
import { combo, priceStep } from '../rifas/rifa-detail.ts';
import { storedInstant } from '../stored-dates.ts';

export const cartItem = z.object({
  id: z.uuid(),
  rifaId: z.uuid(),
  /** Cotas paid for, without a plan's bonus. */
  quantity: z.int().min(1).max(100_000),
  /** Key of the chosen plan. */
  tier: plainText(40).nullable(),
  /** Free cotas of the plan, as the buyer saw them. */
  bonusQuantity: z.int().min(0).max(100_000).optional(),
  /** The buyer picked the numbers individually. */
  chosen: z.boolean().optional(),
  /** Requested numbers, ascending; may be fewer than the cotas. */
  selectedNumbers: z.array(z.int().min(1).max(10_000_000)).max(2_000),
  addedAt: storedInstant,
  rifaTitle: plainText(300),
  rifaPriceCentavos: z.int().min(0),
  rifaImage: plainText(500),
  totalNumbers: z.int().min(1).max(10_000_000),
  maxPerOrder: z.int().min(1).max(100_000).optional(),
  salesEndAt: storedInstant.optional(),
  priceSteps: z.array(priceStep).max(6).optional(),
  combos: z.array(combo).max(6).optional(),
});
export type SyncedCartItem = z.infer<typeof cartItem>;

const savedCartItem = cartItem.required({
  bonusQuantity: true,
  chosen: true,
  maxPerOrder: true,
  salesEndAt: true,
});
export type SavedCartItem = z.infer<typeof savedCartItem>;

const cartAnalytics = z.object({
  carts: z.int(),
  recovered: z.int(),
  /** Unrecovered carts by the last step that they reached. */
  leftAtReview: z.int(),
  leftAtPayment: z.int(),
  lostCentavos: z.int(),
});
export type CartAnalytics = z.infer<typeof cartAnalytics>;

const sessionId = z.string().regex(/^anon_[A-Za-z0-9_-]{22,64}$/);

export const cart = {
  analytics: oc
    .route({ method: 'GET', path: '/admin/abandoned-carts', summary: 'Carts of buyers in the last 30 days' })
    .output(cartAnalytics)
    .errors(pickErrors('NOT_AUTHENTICATED', 'NOT_ADMIN')),
  sync: oc
    .route({
      method: 'PUT',
      path: '/cart',
      summary: 'Synchronise the server’s copy of the cart with the browser’s',
    })
    .input(
      z.object({
        sessionId,
        items: z.array(cartItem).max(100),
        /** The version that the browser changed; without one, the cart is replaced. */
        version: rowVersion.optional(),
      }),
    )
    .output(z.object({ saved: z.int(), version: z.int() }))
    .errors(pickErrors('CART_CLOSED', 'VERSION_CONFLICT', 'TOO_MANY_REQUESTS')),
  mine: oc
    .route({ method: 'GET', path: '/me/cart', summary: 'Read the caller’s cart, one for all devices' })
    .output(
      z.object({
        sessionId,
        version: z.int(),
        items: z.array(savedCartItem),
      }),
    )
    .errors(pickErrors('NOT_AUTHENTICATED')),
  migrate: oc
    .route({
      method: 'POST',
      path: '/cart/migration',
      summary: 'Merge an anonymous cart into the signed-in buyer’s (idempotent)',
    })
    .input(
      z.object({
        sessionId,
        /** Lines in the browser; if omitted, the lines sent last. */
        items: z.array(cartItem).max(100).optional(),
      }),
    )
    .output(z.object({ migratedItems: z.int().min(0), message: z.string() }))
    .errors(pickErrors('NOT_AUTHENTICATED')),
};
