import { useQuery } from '@tanstack/react-query';
import { SignedInOnly } from '../session/signed-in-only.tsx';
import { queries } from '../api.ts';
import { pageMeta } from '../document/page-meta.ts';
import { WhatsAppCard } from '../notifications/whatsapp/whatsapp-card.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { UnsubscribeForm } from './unsubscribe-form.tsx';

export const meta = pageMeta({
  title: 'Preferências de Email',
  description: 'Escolha quais e-mails quer receber da {loja}.',
  index: false,
});

export default function EmailPreferencesPage() {
  return (
    <main id="conteudo" className="shell grid max-w-3xl gap-10 py-8 sm:py-12">
      <SignedInOnly>
        <OwnPreferences />
      </SignedInOnly>
      <section aria-labelledby="cancelar" className="grid gap-4">
        <h2 id="cancelar" className="text-2xl">
          Cancelar inscrição por e-mail
        </h2>
        <UnsubscribeForm />
      </section>
    </main>
  );
}

function OwnPreferences() {
  const preferences = useQuery({ ...queries.campaigns.preferences.queryOptions(), staleTime: 0 });
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl">Preferências de Email</h1>
        <p className="text-ink-soft">
          Você decide o que chega na sua caixa. Códigos de acesso e avisos de segurança são sempre enviados.
        </p>
      </div>
      {preferences.isPending && <Skeleton className="h-svh" />}
      {preferences.isError && !preferences.data && (
        <ErrorState
          title="Não foi possível carregar suas preferências."
          onRetry={() => preferences.refetch()}
        />
      )}
      {preferences.data && (
        <PreferencesForm key={JSON.stringify(preferences.data)} preferences={preferences.data} />
      )}
      <WhatsAppCard />
    </div>
  );
}
