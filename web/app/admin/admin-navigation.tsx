import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import { type AdminTab, adminTabAt, adminTabLink } from './admin-tabs.ts';

const LABEL = 'Seções do painel';
const GAP_PX = 8;

/** Sidebar. On a phone it collapses under the name of the current section. */
export function AdminNavigation({ tabs }: { tabs: AdminTab[] }) {
  const { pathname } = useLocation();
  const current = adminTabAt(pathname);
  const sidebar = useRef<HTMLElement>(null);
  useEffect(() => {
    if (sidebar.current && current) showSection(sidebar.current, current);
  }, [current]);
  return (
    <>
      <nav
        ref={sidebar}
        aria-label={LABEL}
        className="-m-1.5 hidden overflow-y-auto overscroll-contain p-1.5 [scrollbar-width:thin] lg:block"
      >
        <TabList tabs={tabs} current={current} />
      </nav>
      {/* Navigation collapses the list. */}
      <details
        key={pathname}
        className="group rounded-lg border border-line bg-surface shadow-soft lg:hidden"
      >
        <summary className="flex min-h-12 list-none items-center gap-3 px-4 font-bold [&::-webkit-details-marker]:hidden">
          <Icon name="menu" className="text-sea" />
          <span className="grow">{current?.label ?? 'Painel Administrativo'}</span>
          <Icon
            name="chevronDown"
            className="text-sea transition-transform duration-200 group-open:rotate-180"
          />
        </summary>
        <nav aria-label={LABEL} className="border-t border-line p-2">
          <TabList tabs={tabs} current={current} />
        </nav>
      </details>
    </>
  );
}

/** Scrolls the sidebar, not the page, so that the link of a section is visible. */
function showSection(sidebar: HTMLElement, { id }: AdminTab): void {
  const link = sidebar.querySelector(`a[href="${adminTabLink(id)}"]`)!;
  const [item, box] = [link.getBoundingClientRect(), sidebar.getBoundingClientRect()];
  if (item.bottom > box.bottom) sidebar.scrollTop += item.bottom - box.bottom + GAP_PX;
  else if (item.top < box.top) sidebar.scrollTop -= box.top - item.top + GAP_PX;
}

function TabList({ tabs, current }: { tabs: AdminTab[]; current: AdminTab | undefined }) {
  const groups = [...new Set(tabs.map(({ group }) => group))];
  return (
    <div className="grid gap-4">
      {groups.map((group) => (
        <div key={group}>
          <p className="px-3 pb-1 text-xs font-bold tracking-wide text-ink-soft uppercase">{group}</p>
          <ul className="grid gap-0.5">
            {tabs
              .filter((tab) => tab.group === group)
              .map((tab) => (
                <li key={tab.id}>
                  <Link
                    to={adminTabLink(tab.id)}
                    aria-current={tab === current ? 'page' : undefined}
                    className={classNames(
                      'flex min-h-11 items-center rounded-md px-3 text-sm font-semibold hover:bg-sea-tint',
                      tab === current && 'bg-sea-tint text-sea-strong',
                    )}
                  >
                    {tab.label}
                  </Link>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}
