import { useEffect } from 'react';
import type { SessionState } from '../session/session.ts';

/**
 * Migrates the cart after each sign-in, including by a provider, after a second factor or in another tab. The next page
 * load retries a failed migration.
 */
export function useCartMigration(session: SessionState): void {
  const userId = session.status === 'signed-in' ? session.userId : null;
  useEffect(() => {
    if (userId) void migrate(userId);
  }, [userId]);
}

/** Loaded on demand: most visitors never sign in. */
async function migrate(userId: string): Promise<void> {
  const { sendCartToAccount } = await import('./migrate-cart.ts');
  await sendCartToAccount(userId);
}
