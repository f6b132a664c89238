import type { HeaderUser } from './header-user.ts';
import { Suspense, useState, type ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import { links } from '../links.ts';
import { CountBadge } from '../ui/data-display/badge.tsx';
import { IconButton, LinkButton } from '../ui/button.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Logo, type ShopLogos } from '../ui/style/logo.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { loadingBar } from '../ui/loading/loading-bar.tsx';

const MobileMenu = lazyComponent(() => import('./mobile-menu.tsx'));
/** Lazy: a first-time visitor is not signed in. */
const UserMenu = lazyComponent(() => import('./user-menu.tsx'));

export interface HeaderProps {
  /** Name of the shop; undefined when the root loader failed. */
  name: string | undefined;
  logo: ShopLogos | undefined;
  /** Null for a visitor, undefined while the session loads. */
  user: HeaderUser | null | undefined;
  onSignOut: () => void;
  /** Number of cotas in the cart. */
  cartCount: number;
  onOpenCart: () => void;
  /** Notification bell, shown when signed in. */
  notifications?: ReactNode;
}

const pages = [
  { to: links.home(), label: 'Rifas' },
  { to: links.results(), label: 'Resultados' },
  { to: links.howToTakePart(), label: 'Como Participar' },
  { to: links.about(), label: 'Sobre' },
  { to: links.support(), label: 'Suporte' },
];
/** Static elements, which a change of session or cart does not render again. */
const pageLinks = pages.map((page) => <HeaderLink key={page.to} {...page} />);

export function Header({
  name = 'Maré da Sorte',
  logo,
  user,
  onSignOut,
  cartCount,
  onOpenCart,
  notifications,
}: HeaderProps) {
  const [menu, setMenu] = useState<'unloaded' | 'open' | 'closed'>('unloaded');
  return (
    <header className="sticky low-window:static top-0 z-30 border-b border-line bg-page/95 backdrop-blur-sm">
      <div className="shell flex min-h-17 items-center gap-1 sm:gap-2">
        <Link
          to={links.home()}
          aria-label={`${name}, página inicial`}
          className="min-w-0 rounded-md @max-[22rem]/page:flex"
        >
          <Logo name={name} logo={logo} nameClass="@max-[22rem]/page:hidden" />
        </Link>
        <nav aria-label="Principal" className="mx-auto hidden items-center @min-[48rem]/page:flex">
          {pageLinks}
          {user && <HeaderLink to={links.dashboard()} label="Dashboard" />}
        </nav>
        <div className="ml-auto flex items-center gap-0.5 sm:gap-1 @min-[48rem]/page:ml-0">
          {user && notifications}
          <IconButton
            icon="cart"
            label={
              cartCount > 0 ? `Carrinho, ${cartCount} ${cartCount === 1 ? 'item' : 'itens'}` : 'Carrinho'
            }
            onClick={onOpenCart}
          >
            <CountBadge count={cartCount} />
          </IconButton>
          {user && (
            <Suspense fallback={<span className="ml-1 size-11" />}>
              <UserMenu user={user} onSignOut={onSignOut} />
            </Suspense>
          )}
          {/* Reserves the space while the session loads, to prevent layout shift. */}
          {!user && (
            <LinkButton
              to={links.auth()}
              variant="secondary"
              size="sm"
              className={classNames('ml-1', user === undefined && 'invisible')}
            >
              Entrar
            </LinkButton>
          )}
          <IconButton
            icon="menu"
            label="Abrir menu"
            aria-haspopup="dialog"
            className="-mr-2 @min-[48rem]/page:hidden"
            onClick={() => setMenu('open')}
          />
        </div>
      </div>
      {menu !== 'unloaded' && (
        <Suspense fallback={loadingBar}>
          <MobileMenu
            open={menu === 'open'}
            onOpenChange={(open) => setMenu(open ? 'open' : 'closed')}
            signedIn={Boolean(user)}
            onSignOut={onSignOut}
          />
        </Suspense>
      )}
    </header>
  );
}

function HeaderLink({ to, label }: { to: string; label: string }) {
  return (
    <NavLink
      to={to}
      end
      className={({ isActive }) =>
        classNames(
          'relative grid min-h-11 place-items-center px-2 text-sm font-semibold whitespace-nowrap transition-colors hover:text-sea lg:px-3.5',
          'after:absolute after:inset-x-2 after:bottom-1.5 after:h-0.75 after:rounded-full after:transition-colors lg:after:inset-x-3.5',
          isActive ? 'text-ink after:bg-coral' : 'text-ink-soft',
        )
      }
    >
      {label}
    </NavLink>
  );
}
