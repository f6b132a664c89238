import { NavLink } from 'react-router';
import { links } from '../links.ts';
import { deleteSentSales } from '../rifas/stand/delete-sent-sales.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Drawer } from '../ui/overlay/dialog.tsx';
import { Icon, type IconName } from '../ui/style/icons.tsx';

interface MobileMenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  signedIn: boolean;
  onSignOut: () => void;
}

const pages: { to: string; label: string; icon: IconName }[] = [
  { to: links.home(), label: 'Início', icon: 'ticket' },
  { to: links.ownNumbers(), label: 'Meus Números', icon: 'search' },
  { to: links.howToTakePart(), label: 'Como Participar', icon: 'info' },
  { to: links.results(), label: 'Resultados', icon: 'trophy' },
  { to: links.about(), label: 'Sobre', icon: 'users' },
  { to: links.support(), label: 'Suporte', icon: 'mail' },
];

const memberPages: typeof pages = [
  { to: links.dashboard(), label: 'Dashboard', icon: 'star' },
  { to: links.account(), label: 'Minha Conta', icon: 'user' },
  { to: links.myPrizes(), label: 'Meus Prêmios', icon: 'gift' },
];

/** Menu for screens below 768 px. Loaded when first opened. */
export default function MobileMenu({ open, onOpenChange, signedIn, onSignOut }: MobileMenuProps) {
  const close = () => onOpenChange(false);
  const signOut = () => {
    close();
    deleteSentSales();
    onSignOut();
  };
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      side="left"
      title="Menu"
      footer={
        signedIn ? (
          <Button variant="outline" block icon="logOut" onClick={signOut}>
            Sair
          </Button>
        ) : (
          <LinkButton to={links.auth()} variant="secondary" block onClick={close}>
            Entrar
          </LinkButton>
        )
      }
    >
      <nav aria-label="Menu" className="-mx-2 grid gap-1">
        {[...pages, ...(signedIn ? memberPages : [])].map((page) => (
          <NavLink
            key={page.to}
            to={page.to}
            end
            onClick={close}
            className={({ isActive }) =>
              classNames(
                'flex min-h-13 items-center gap-4 rounded-md px-3 text-lg font-semibold hover:bg-sea-tint',
                isActive && 'bg-sea-tint text-sea-strong',
              )
            }
          >
            <Icon name={page.icon} className="size-6 text-sea" />
            {page.label}
          </NavLink>
        ))}
      </nav>
    </Drawer>
  );
}
