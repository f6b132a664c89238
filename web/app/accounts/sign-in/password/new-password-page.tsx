import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { toast } from 'sonner';
import { queries } from '../../../api.ts';
import { links } from '../../../links.ts';
import { pageMeta } from '../../../document/page-meta.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { Field, PasswordInput } from '../../../ui/form/field.tsx';
import { FormError, Spinner } from '../../../ui/states.tsx';
import { AccountCard } from '../../account-card.tsx';
import { useShortForm } from '../../use-short-form.ts';
import { arriveByLink, changePassword } from './password-recovery.ts';
import { ownPath } from '../return-to.ts';
import { SecondFactorCard } from '../second-factor-card.tsx';
import { useSession } from '../../../session/session.ts';

export const meta = pageMeta({
  title: 'Criar nova senha',
  description: 'Crie uma nova senha para sua conta.',
  index: false,
});

export default function NewPasswordPage() {
  const arrival = useArrival();
  const [search] = useSearchParams();
  const returnTo = ownPath(search.get('voltar'));
  const session = useSession();
  const me = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  const isFirst = me.data?.hasPassword === false && me.data.role !== 'buyer';
  if (arrival === null) return <Spinner className="min-h-[70svh]" />;
  if (session.status === 'visitor' && session.secondFactorPending) return <SecondFactorCard />;
  if (arrival.email === null)
    return (
      <AccountCard
        title="Este link não vale mais"
        lead="Ele vale por 1 hora, uma vez, no navegador em que foi pedido. Você pode pedir outro."
      >
        <LinkButton to={links.recoverPassword(returnTo)} size="lg" block>
          Pedir outro link
        </LinkButton>
      </AccountCard>
    );
  return (
    <AccountCard
      title="Criar nova senha"
      lead={
        <>
          Para a conta {arrival.email}
          {isFirst && (
            <span className="block">
              Quem cuida da loja escolhe a senha depois de confirmar o e-mail. A que foi digitada antes não
              vale.
            </span>
          )}
        </>
      }
    >
      <NewPasswordForm returnTo={returnTo} />
    </AccountCard>
  );
}

/** Null until the auth client has processed the URL, which may contain the code of an e-mailed link. */
function useArrival(): { email: string | null } | null {
  const [arrival, setArrival] = useState<{ email: string | null } | null>(null);
  useEffect(() => {
    arriveByLink()
      .then((email) => setArrival({ email }))
      .catch(() => setArrival({ email: null }));
  }, []);
  return arrival;
}

/** The panel for the team: the first admin of a shop begins here. */
async function ownStart(): Promise<string> {
  const me = await queries.accounts.me.call().catch(() => null);
  return me && me.role !== 'buyer' ? '/admin' : links.dashboard();
}

function NewPasswordForm({ returnTo }: { returnTo: string | null }) {
  const navigate = useNavigate();
  const { form, register, error, sending } = useShortForm(
    { password: '', confirmation: '' },
    async ({ password, confirmation }) => {
      const failure = await changePassword(password, confirmation);
      if (failure) return failure;
      toast.success('Senha alterada com sucesso!');
      await navigate(returnTo ?? (await ownStart()), { replace: true });
      return null;
    },
  );
  return (
    <form {...form}>
      <Field label="Nova senha" hint="Pelo menos 6 caracteres.">
        <PasswordInput autoComplete="new-password" {...register('password')} />
      </Field>
      <Field label="Confirmar senha">
        <PasswordInput autoComplete="new-password" {...register('confirmation')} />
      </Field>
      <FormError>{error}</FormError>
      <Button type="submit" size="lg" block loading={sending} loadingText="Salvando...">
        Salvar senha
      </Button>
    </form>
  );
}
