import { storedSession } from '../../session/session.ts';

/**
 * At sign-out: sent sales of the stand name buyers, and leave this phone. Those that wait are sent without a session, and
 * those that were rejected stay for their seller (web/public/stand-sales.js).
 */
export function forgetSentSales(): void {
  const sellerId = storedSession()?.user.id;
  navigator.serviceWorker?.controller?.postMessage({ standSales: 'forget', sellerId }, []);
}
