import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/style/icons.tsx';
import { ConfirmAccess } from './confirm-access.tsx';

/** Shown next to an order, and in Minha Conta, for an account without a password. */
export function AccessOffer({ profile }: { profile: Profile }) {
  const { access, email } = profile;
  return (
    <Card padded className="grid gap-4">
      <h2 className="flex items-center gap-2 text-xl">
        <Icon name="shield" className="shrink-0 text-sea" />
        {access === 'none' ? 'Guarde suas cotas' : 'Conta confirmada'}
      </h2>
      <p className="text-ink-soft" aria-live="polite">
        {LEADS[access](email)}
      </p>
      <ConfirmAccess profile={profile} />
    </Card>
  );
}

const LEADS: Record<Profile['access'], (email: string | null) => string> = {
  none: (email) =>
    `Com um código, você abre seus números em qualquer aparelho e ninguém mais entra na sua conta. Seu e-mail: ${email ?? ''}.`,
  phone: () =>
    'Você entra com um código no seu celular. Confirme também o e-mail para poder criar uma senha.',
  email: () => 'Você entra com um código no seu e-mail, sempre que quiser. Se preferir, crie uma senha.',
};
