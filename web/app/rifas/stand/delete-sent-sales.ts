import { storedSession } from '../../session/session.ts';

/**
 * Deletes the sent sales of the stand, which name buyers, from this phone at sign-out. Waiting sales stay, because they are
 * sent without a session; rejected ones stay for their seller (web/public/stand-sales.js).
 */
export function deleteSentSales(): void {
  const sellerId = storedSession()?.user.id;
  navigator.serviceWorker?.controller?.postMessage({ standSales: 'forget', sellerId }, []);
}
