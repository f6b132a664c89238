/** The cart in the browser's storage (web/app/cart/cart-store.ts). */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { ListedRifa } from '../rifas/demo-rifas.ts';

export const CART_KEY = 'mare.cart';
const DAY_MS = 86_400_000;

/** A line of two cotas, as stored. @param changes fields that differ; undefined leaves one out */
export function cartLine(rifa: ListedRifa, changes: object = {}): object {
  return {
    id: randomUUID(),
    rifaId: rifa.id,
    quantity: 2,
    tier: null,
    selectedNumbers: [1, 2],
    addedAt: new Date().toISOString(),
    rifaTitle: rifa.title,
    rifaPriceCentavos: rifa.priceCentavos,
    rifaImage: rifa.image,
    totalNumbers: rifa.totalNumbers,
    ...changes,
  };
}

/** A visitor's cart, as stored. */
export function storedCart(items: readonly object[], createdDaysAgo = 0): string {
  const created = Date.now() - createdDaysAgo * DAY_MS;
  const at = (time: number) => new Date(time).toISOString();
  return JSON.stringify({
    sessionId: `anon_${randomUUID().replaceAll('-', '')}`,
    createdAt: at(created),
    lastUpdated: at(created),
    expiresAt: at(created + 30 * DAY_MS),
    items,
  });
}

/** Opens the cart with the header's button. */
export async function openCart(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Carrinho/ }).click();
  const cart = page.getByRole('dialog', { name: 'Carrinho' });
  await expect(cart).toBeVisible();
  return cart;
}
