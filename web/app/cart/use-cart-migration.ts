import { useEffect } from 'react';
import type { SessionState } from '../session/session.ts';

/**
 * Migrates the cart whenever somebody comes to be signed in here, by whatever way: also back from a provider, after a
 * second factor, or because another tab signed in. What failed is tried again with the next page load.
 */
export function useCartMigration(session: SessionState): void {
  const userId = session.status === 'signed-in' ? session.userId : null;
  useEffect(() => {
    if (userId) void migrate(userId);
  }, [userId]);
}

/** Loaded when it is needed: most visits never sign in. */
async function migrate(userId: string): Promise<void> {
  const { migrateCart } = await import('./migrate-cart.ts');
  await migrateCart(userId);
}
