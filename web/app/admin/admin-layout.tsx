import { Navigate, Outlet, useLocation } from 'react-router';
import { AdminOnly, StaffOnly } from '../session/guards.tsx';
import { useRole } from '../session/use-role.ts';
import { AdminNavigation } from './admin-navigation.tsx';
import { SearchButton } from './search/search-button.tsx';
import { adminTabAt, adminTabLink, adminTabs } from './admin-tabs.ts';

/** Layout of the panel. Checks the access to every tab; the server checks each call again. */
export default function AdminLayout() {
  const { pathname } = useLocation();
  const role = useRole();
  const tab = adminTabAt(pathname);
  const first = adminTabs.find(({ support }) => support);
  if (role === 'support' && tab?.id === 'dashboard' && first)
    return <Navigate to={adminTabLink(first.id)} replace />;
  const Guard = tab?.support ? StaffOnly : AdminOnly;
  return (
    <main id="conteudo" className="shell py-6 sm:py-10">
      <Guard>
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:gap-10">
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:sticky lg:top-24">
            <SearchButton isAdmin={role === 'admin'} />
            <AdminNavigation tabs={adminTabs.filter(({ support }) => role === 'admin' || support)} />
          </div>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
            <Outlet />
          </div>
        </div>
      </Guard>
    </main>
  );
}
