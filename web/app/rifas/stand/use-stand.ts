import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useOnline as useNetwork } from '../../fetching/use-online.ts';
import {
  requestSending,
  shopReached,
  type StandOnPhone,
  standSnapshot,
  subscribeToStand,
} from './stand-store.ts';

/** Polling interval while sales are queued: the browser may report a network without internet access. */
const RETRY_MS = 20_000;

/** Numbers and sales on this phone; null until they are read. */
export function useStand(): StandOnPhone | null {
  return useSyncExternalStore(subscribeToStand, standSnapshot, () => null);
}

/** Sends queued sales on load, when the network is back, when the page becomes visible, and periodically. */
export function useSending(queued: number): void {
  const isReached = useShopReached();
  useEffect(() => {
    const send = () => void requestSending().catch(() => undefined);
    const onVisible = () => document.visibilityState === 'visible' && send();
    send();
    window.addEventListener('online', send);
    document.addEventListener('visibilitychange', onVisible);
    const timer = queued > 0 || !isReached ? setInterval(send, RETRY_MS) : undefined;
    return () => {
      window.removeEventListener('online', send);
      document.removeEventListener('visibilitychange', onVisible);
      clearInterval(timer);
    };
  }, [queued, isReached]);
}

function useShopReached(): boolean {
  return useSyncExternalStore(subscribeToStand, shopReached, () => true);
}

/** Whether the phone has a network, and the shop answered the last try to send. */
export function useOnline(): boolean {
  const hasNetwork = useNetwork(true);
  return useShopReached() && hasNetwork;
}

export type Readiness = 'checking' | 'ready' | 'impossible';

const RECHECK_MS = 1_000;

/** Whether this page opens without a network: the service worker has it and its files. */
export function useReadiness(path: string): Readiness {
  const [state, setState] = useState<Readiness>('checking');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    const check = async () => {
      if (!('serviceWorker' in navigator)) throw new Error('no service worker');
      const { active } = await navigator.serviceWorker.ready;
      if (!navigator.serviceWorker.controller) timer = setTimeout(() => void check(), RECHECK_MS);
      else if (await caches.match(path)) {
        if (!stopped) setState('ready');
      } else {
        active?.postMessage({ standPage: true }, []);
        const files = performance.getEntriesByType('resource').map(({ name }) => name);
        active?.postMessage({ files }, []);
        if (!stopped) timer = setTimeout(() => void check(), RECHECK_MS);
      }
    };
    check().catch(() => setState('impossible'));
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [path]);
  return state;
}

/** Scrolls a view to its top and focuses its heading. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return heading;
}
