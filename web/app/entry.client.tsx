import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { recordStep } from './experiments/record-step.ts';
import { loadDisplayFont } from './ui/style/fonts.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

recordStep('arrival');
loadDisplayFont();

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void Promise.all([import('./offline/cache-site.ts'), import('./orders/saved/saved-orders-store.ts')]).then(
    ([{ cacheSite }, { refreshOwnNumbers }]) => cacheSite(refreshOwnNumbers),
    () => undefined,
  );
