import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { recordStep } from './experiments/record-step.ts';
import { loadCache } from './fetching/deferred-cache/load-cache.ts';
import { deferredClient } from './fetching/deferred-cache/loaded-cache.ts';
import { QueryClientContext } from './fetching/deferred-cache/use-query.tsx';
import { whenIdle } from './ui/loading/preload-when-idle.ts';
import { loadDisplayFont } from './ui/style/fonts.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <QueryClientContext value={deferredClient}>
        <HydratedRouter />
      </QueryClientContext>
    </StrictMode>,
  );
});

recordStep('arrival');
loadDisplayFont();
whenIdle(loadCache);

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void Promise.all([import('./offline/cache-site.ts'), import('./orders/saved/saved-orders-store.ts')]).then(
    ([{ cacheSite }, { refreshOwnNumbers }]) => cacheSite(refreshOwnNumbers),
    () => undefined,
  );
