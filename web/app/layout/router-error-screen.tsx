import { Suspense } from 'react';
import { isRouteErrorResponse, useLocation, useNavigate, useRouteError } from 'react-router';
import { loadedCache } from '../fetching/deferred-cache/loaded-cache.ts';
import { Button } from '../ui/button.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { useBrowserValue } from '../ui/use-browser-value.ts';

const NotFound = lazyComponent(() =>
  import('./not-found-page.tsx').then((module) => ({ default: module.NotFound })),
);

const OutageNote = lazyComponent(() =>
  import('./outage-note.tsx').then((module) => ({ default: module.OutageNote })),
);

/** Shown when a page cannot be rendered. */
export function RouterErrorScreen() {
  const error = useRouteError();
  const navigate = useNavigate();
  const location = useLocation();
  const isOutage = useBrowserValue(wasUnavailable, false);
  const tryAgain = () => {
    // Cached data may have caused the error.
    loadedCache()?.client.clear();
    void navigate(location, { replace: true });
  };
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    );
  return (
    <main
      id="conteudo"
      className="shell grid min-h-[80svh] content-center justify-items-center gap-4 py-16 text-center"
    >
      <p className="font-semibold text-ink-soft">Unexpected Application Error!</p>
      <h1 className="text-3xl">Oops! Algo deu errado</h1>
      <p className="max-w-md text-ink-soft">
        {isOutage ? (
          <Suspense>
            <OutageNote />
          </Suspense>
        ) : (
          'A falha foi nossa e já ficou registrada. Seu carrinho e seus pedidos continuam guardados.'
        )}
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button onClick={tryAgain}>Tentar Novamente</Button>
        <Button variant="outline" onClick={() => window.location.reload()}>
          Recarregar Página
        </Button>
      </div>
      {!isOutage && <ClearStoredParts />}
    </main>
  );
}

/** Whether the server answered the request for this page with 503. */
const wasUnavailable = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[])[0]?.responseStatus === 503;

/** Button that deletes the cached parts of the site. Useless in an outage, and empties the cart. */
function ClearStoredParts() {
  return (
    <>
      <p className="mt-4 max-w-md text-sm text-ink-soft">
        Se o erro continuar, limpe o que o site guardou neste aparelho. O carrinho daqui esvazia; sua conta e
        seus pedidos ficam como estão.
      </p>
      <Button variant="quiet" size="sm" icon="trash" onClick={clearStoredParts}>
        Limpar e recarregar
      </Button>
    </>
  );
}

/** Session, consent and theme. Everything else that the site stores here can be recreated. */
const KEPT = /^mare\.(?:auth|consent|theme)/;

function clearStoredParts(): void {
  for (const storage of [window.localStorage, window.sessionStorage])
    for (const key of Object.keys(storage))
      if (key.startsWith('mare.') && !KEPT.test(key)) storage.removeItem(key);
  window.location.assign('/');
}
