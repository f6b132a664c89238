import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { pageMeta } from '../../document/page-meta.ts';
import { LinkButton } from '../../ui/button.tsx';
import { PreferencesCard } from '../../personalization/preferences-card.tsx';
import { PushCard } from '../../notifications/push/push-card.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton, Spinner } from '../../ui/states.tsx';
import { LimitsCard } from '../limits/limits-card.tsx';
import { PhoneCard } from '../phone/phone-card.tsx';
import { AccessOffer } from '../sign-in/access-codes/access-offer.tsx';
import { PrivacyCard } from '../privacy/privacy-card.tsx';
import { ProfileForm } from './profile-form.tsx';
import { useSession } from '../../session/session.ts';

export const meta = pageMeta({
  title: 'Minha Conta',
  description: 'Seus dados, sua cidade e a segurança da sua conta.',
  index: false,
});

export default function ProfilePage() {
  const session = useSession();
  if (session.status === 'visitor') return <Navigate to={links.auth(links.account())} replace />;
  return (
    <main id="conteudo" className="shell grid max-w-3xl gap-8 py-8 sm:py-12">
      {session.status === 'loading' ? (
        <Spinner className="min-h-[60svh]" />
      ) : (
        <>
          <div>
            <h1 className="text-3xl">Minha Conta</h1>
            <p className="break-all text-ink-soft">Olá, {session.email || session.name}</p>
          </div>
          <OwnAccess />
          <OwnProfile />
          <PhoneCard />
          <SecurityCard />
          <LimitsCard />
          <EmailCard />
          <PreferencesCard />
          <PushCard />
          <PrivacyCard />
        </>
      )}
    </main>
  );
}

function OwnProfile() {
  const profile = useQuery(queries.accounts.me.queryOptions());
  return (
    <section aria-labelledby="seus-dados" className="grid gap-4">
      <h2 id="seus-dados" className="text-2xl">
        Seus dados
      </h2>
      {profile.isError && (
        <ErrorState title="Não foi possível carregar seus dados." onRetry={() => profile.refetch()} />
      )}
      {profile.isPending && <Skeleton className="h-svh" />}
      {profile.data && <ProfileForm profile={profile.data} />}
    </section>
  );
}

/** Password form for an account that a purchase created without one. */
function OwnAccess() {
  const { data: profile } = useQuery(queries.accounts.me.queryOptions());
  if (!profile || (profile.access === 'email' && profile.hasPassword)) return null;
  return <AccessOffer profile={profile} />;
}

function SecurityCard() {
  return (
    <section aria-labelledby="seguranca" className="grid gap-4">
      <h2 id="seguranca" className="text-2xl">
        Segurança
      </h2>
      <Card padded className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-soft">Senha, verificação em duas etapas e aparelhos conectados.</p>
        <LinkButton to={links.security()} variant="outline">
          Senha e segurança
        </LinkButton>
      </Card>
    </section>
  );
}

function EmailCard() {
  return (
    <section aria-labelledby="emails" className="grid gap-4">
      <h2 id="emails" className="text-2xl">
        E-mails
      </h2>
      <Card padded className="flex flex-wrap items-center justify-between gap-4">
        <p className="text-ink-soft">Escolha o que quer receber de nós.</p>
        <LinkButton to={links.emailPreferences()} variant="outline">
          Preferências de Email
        </LinkButton>
      </Card>
    </section>
  );
}
