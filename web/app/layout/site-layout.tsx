import { type ReactNode, Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { type SessionState, signOut, useSession } from '../session/session.ts';
import { useCacheReset } from '../session/use-cache-reset.ts';
import { queries } from '../api.ts';
import { useCartCount } from '../cart/cart-count.ts';
import { useCartPanel } from '../cart/cart-panel.ts';
import { useCartMigration } from '../cart/use-cart-migration.ts';
import { loadedCache } from '../fetching/deferred-cache/loaded-cache.ts';
import { useRootData } from '../document/root-data.ts';
import type { HeaderUser } from './header-user.ts';
import { Header } from './header.tsx';
import { RouterErrorScreen } from './router-error-screen.tsx';
import { focusPage, useFocusPage } from './use-focus-page.ts';
// Loaded with the page, for the footer.
import './use-hydrated-pathname.ts';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { loadingBar } from '../ui/loading/loading-bar.tsx';
import { lazyToast } from '../ui/overlay/lazy-toast.ts';

/** Below the fold, so its hydration can wait. */
const Footer = lazyComponent(() => import('./footer.tsx').then((module) => ({ default: module.Footer })));
const CartDrawer = lazyComponent(() =>
  import('../purchase/cart-drawer/cart-drawer.tsx').then((module) => ({ default: module.CartDrawer })),
);

/** Lazy: there is rarely an announcement. */
const AnnouncementBar = lazyComponent(() => import('./announcement-bar.tsx'));

/** Lazy: a visitor has no order. */
const OpenOrderBar = lazyComponent(() => import('../purchase/open-order/open-order-bar.tsx'));

/** Lazy: a first-time visitor is not signed in. */
const NotificationBell = lazyComponent(() => import('../notifications/notification-bell.tsx'));

export default function SiteLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

/** Keeps header and cart usable when a page fails. */
export function ErrorBoundary() {
  return (
    <Frame>
      <RouterErrorScreen />
    </Frame>
  );
}

/** Signs out, and focuses the page, because the menu disappears and the page may change. */
async function leave(): Promise<void> {
  await signOut();
  lazyToast.success('Você saiu da sua conta.');
  focusPage();
}

const readCache = () => loadedCache()?.client;

/** Header, footer and cart drawer around every page. */
function Frame({ children }: { children: ReactNode }) {
  const site = useRootData();
  const session = useSession();
  const panel = useCartPanel();
  useFocusPage();
  useCacheReset(session, readCache);
  useCartMigration(session);
  const cartCount = useCartCount();
  /** The cart drawer loads when first opened and stays mounted, so that closing can be animated. */
  const [wasOpened, setWanted] = useState(false);
  if (panel.open && !wasOpened) setWanted(true);
  return (
    <>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-md bg-sea px-4 py-3 font-bold text-on-sea focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Pular para o conteúdo
      </a>
      {/* Rendered only in the server's HTML: its text is of no use to a script. */}
      <noscript>{import.meta.env.SSR && <WithoutScripts />}</noscript>
      {site?.demo && (
        <aside
          aria-label="Ambiente de demonstração"
          className="bg-sun px-4 py-1 text-center text-xs font-semibold text-on-sun sm:py-1.5 sm:text-sm"
        >
          <a
            href="/demonstracao"
            className="inline-block min-h-6 content-center underline underline-offset-2"
          >
            Ambiente de demonstração
          </a>
          : nada é real nem cobrado.
        </aside>
      )}
      {site?.site.announcement && announcement}
      <Header
        name={site?.site.name}
        logo={site?.site.logo}
        user={headerUser(session)}
        onSignOut={() => void leave()}
        cartCount={cartCount}
        onOpenCart={() => panel.setOpen(true)}
        notifications={
          <Suspense fallback={<span className="size-11" />}>
            <NotificationBell />
          </Suspense>
        }
      />
      {session.status !== 'visitor' && <div className="in-data-awaits:h-11" />}
      {session.status === 'signed-in' && (
        <Suspense>
          <OpenOrderBar />
        </Suspense>
      )}
      {/* Keeps the footer below the first screen, so that it does not jump when the content arrives. */}
      <div className="min-h-svh print:min-h-0">{children}</div>
      {footer}
      {wasOpened && (
        <Suspense fallback={loadingBar}>
          <CartDrawer open={panel.open} news={panel.news} onOpenChange={(open) => panel.setOpen(open)} />
        </Suspense>
      )}
    </>
  );
}

/** Static elements: re-rendering a layout during their hydration would discard their server-rendered markup. */
const announcement = (
  <Suspense>
    <AnnouncementBar />
  </Suspense>
);
const footer = (
  <Suspense>
    <Footer onNewsletter={subscribe} />
  </Suspense>
);

async function subscribe(email: string): Promise<void> {
  await queries.campaigns.subscribe.call({ email });
}

/** Undefined while the session loads. */
function headerUser(session: SessionState): HeaderUser | null | undefined {
  if (session.status === 'loading') return undefined;
  return session.status === 'signed-in' ? { name: session.name, email: session.email } : null;
}

function WithoutScripts() {
  return (
    <p className="bg-danger-tint px-4 py-2 text-center text-sm font-semibold text-danger">
      Sem JavaScript dá para ver rifas, sorteios e resultados. Para entrar e comprar, ative o JavaScript do
      navegador.
    </p>
  );
}
