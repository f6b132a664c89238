import { Suspense, useEffect, useState } from 'react';
import { lazyComponent } from '../lazy-component.ts';

const ToastRegion = lazyComponent(() => import('./toast-region.tsx'));

/** Browsers without idle callbacks wait this long instead. */
const FALLBACK_MS = 300;

/**
 * Shows the toasts raised with `toast` from sonner. It loads when the page has come to rest; toasts raised before that
 * wait for it.
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
