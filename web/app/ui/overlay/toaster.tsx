import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../loading/lazy-component.ts';

const ToastRegion = lazyComponent(() => import('./toast-region.tsx'));

/** Delay in browsers without `requestIdleCallback`. */
const FALLBACK_MS = 300;

/**
 * Shows the toasts of `toast` from sonner. Loads when the page is idle; earlier toasts are queued.
 */
export function Toaster() {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const show = () => setReady(true);
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(show, FALLBACK_MS);
      return () => clearTimeout(timer);
    }
    const request = window.requestIdleCallback(show);
    return () => window.cancelIdleCallback(request);
  }, []);
  return ready ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
