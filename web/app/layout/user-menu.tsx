import type { Role } from '@mare/domain/accounts/permissions.ts';
import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { useRole } from '../session/use-role.ts';
import { useAccountTheme } from '../personalization/use-account-theme.ts';
import { adminTabLink } from '../admin/admin-tabs.ts';
import { links } from '../links.ts';
import { deleteSentSales } from '../rifas/stand/delete-sent-sales.ts';
import { placeBelow } from '../ui/overlay/place-below.ts';
import { Icon, type IconName } from '../ui/style/icons.tsx';
import type { HeaderUser } from './header-user.ts';

const entries: { to: string; label: string; icon: IconName }[] = [
  { to: links.dashboard(), label: 'Dashboard', icon: 'ticket' },
  { to: links.account(), label: 'Perfil', icon: 'user' },
  { to: links.myPrizes(), label: 'Meus Prêmios', icon: 'trophy' },
  { to: links.ownVouchers(), label: 'Meus Vouchers', icon: 'gift' },
  { to: links.affiliate(), label: 'Afiliado', icon: 'share' },
  { to: links.emailPreferences(), label: 'Preferências de Email', icon: 'mail' },
];

const panel = {
  admin: { to: adminTabLink('dashboard'), label: 'Painel Administrativo', icon: 'shield' },
  support: { to: adminTabLink('support'), label: 'Atendimento', icon: 'shield' },
  other: { to: adminTabLink('dashboard'), label: 'Painel', icon: 'shield' },
} as const;

function panelEntries(role: Role | null | undefined) {
  if (!role || role === 'buyer') return [];
  return [role === 'admin' || role === 'support' ? panel[role] : panel.other];
}

const entryClass =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-left font-semibold hover:bg-sea-tint';

/** Native popover: closes on Escape or an outside click, and opens without JavaScript. */
export default function UserMenu({ user, onSignOut }: { user: HeaderUser; onSignOut: () => void }) {
  const id = useId();
  const role = useRole();
  useAccountTheme();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  const close = () => menu.current?.hidePopover();
  const initial = (user.name ?? user.email).trim().charAt(0).toUpperCase();
  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label="Minha Conta"
        title="Minha Conta"
        className="ml-1 grid size-11 shrink-0 place-items-center rounded-full bg-sea font-display text-lg font-bold text-on-sea hover:bg-sea-strong"
      >
        {initial || <Icon name="user" />}
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={() => placeBelow(button.current!, menu.current!)}
        className="fixed right-[max(1rem,calc((100vw-75rem)/2))] left-auto w-68 rounded-md border border-line bg-raised p-2 text-ink shadow-lift"
      >
        <p className="px-3 pt-1 pb-2 text-sm text-ink-soft">{user.name ?? user.email}</p>
        <nav aria-label="Minha Conta" className="border-y border-line py-1">
          {[...panelEntries(role), ...entries].map((entry) => (
            <Link key={entry.to} to={entry.to} onClick={close} className={entryClass}>
              <Icon name={entry.icon} className="size-5 text-sea" />
              {entry.label}
            </Link>
          ))}
        </nav>
        <button
          type="button"
          className={`${entryClass} mt-1`}
          onClick={() => {
            close();
            deleteSentSales();
            onSignOut();
          }}
        >
          <Icon name="logOut" className="size-5 text-coral-strong" />
          Sair
        </button>
      </div>
    </>
  );
}
