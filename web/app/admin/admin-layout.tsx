import { Suspense } from 'react';
import { Navigate, Outlet, useLocation, useSearchParams } from 'react-router';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { useRole } from '../session/use-role.ts';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { Spinner } from '../ui/states.tsx';
import { AdminNavigation } from './admin-navigation.tsx';
import { SearchButton } from './search/search-button.tsx';
import { adminTabAt, adminTabLink, tabsOf } from './admin-tabs.ts';
import { Permitted } from './permissions/permitted.tsx';
import { PermittedOnly } from './permissions/permitted-only.tsx';

const AcceptInvitation = lazyComponent(() => import('./team/accept-invitation.tsx'));

/** Layout of the panel. Checks the access to every tab; the server checks each call again. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const role = useRole();
  const tab = adminTabAt(pathname);
  const tabs = tabsOf(role);
  const first = tabs[0];
  const [search] = useSearchParams();
  const invitation = search.get('convite');
  if (invitation !== null)
    return (
      <main id="conteudo" className="shell grid min-h-[60svh] content-center py-6 sm:py-10">
        <SignedInOnly>
          <Suspense fallback={<Spinner />}>
            <AcceptInvitation token={invitation} />
          </Suspense>
        </SignedInOnly>
      </main>
    );
  if (first && tab?.id === 'dashboard' && !tabs.includes(tab))
    return <Navigate to={adminTabLink(first.id)} replace />;
  return (
    <main id="conteudo" className="shell py-6 sm:py-10">
      <PermittedOnly to={tab?.permission ?? 'manage-settings'}>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
          {/* The search stays above the sections, which scroll. The padding leaves room for focus rings. */}
          <div className="sticky-column grid grid-cols-[minmax(0,1fr)] gap-4 lg:-m-1.5 lg:grid-rows-[auto_minmax(0,1fr)] lg:p-1.5">
            <Permitted to="search">
              <SearchButton />
            </Permitted>
            <AdminNavigation tabs={tabs} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Outlet />
          </div>
        </div>
      </PermittedOnly>
    </main>
  );
}
