import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { noteStep } from './experiments/note-step.ts';
import { bringDisplayFace } from './ui/style/fonts.ts';

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});

noteStep('arrival');
bringDisplayFace();

if (import.meta.env.PROD && 'serviceWorker' in navigator)
  void Promise.all([import('./offline/keep-site.ts'), import('./orders/saved/saved-orders-store.ts')]).then(
    ([{ keepSite }, { keepOwnNumbers }]) => keepSite(keepOwnNumbers),
    () => undefined,
  );
