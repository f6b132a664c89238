import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, FormError, Skeleton } from '../../ui/states.tsx';
import { linkProvider, ownIdentities, unlinkIdentity } from './linked-identities.ts';
import { serviceSettings } from '../sign-in/providers/providers.ts';
import type { ProviderChoice } from '../sign-in/providers/read-service-settings.ts';
import { useReloadSecurity } from './use-reload-security.ts';

/** Links and unlinks OAuth identities. Renders nothing when no provider is configured. */
export function LinkedProviders() {
  const settings = useQuery(serviceSettings);
  if (!settings.data?.providers.length) return null;
  return (
    <section aria-labelledby="contas-vinculadas" className="grid gap-4">
      <h2 id="contas-vinculadas" className="text-2xl">
        Contas vinculadas
      </h2>
      <ProviderList providers={settings.data.providers} />
    </section>
  );
}

function ProviderList({ providers }: { providers: ProviderChoice[] }) {
  const identities = useQuery(ownIdentities);
  const reload = useReloadSecurity();
  const [error, setError] = useState<string | null>(null);
  if (identities.isError && !identities.data)
    return <ErrorState title="Não foi possível carregar." onRetry={() => identities.refetch()} />;
  if (!identities.data) return <Skeleton className="h-28" />;
  async function change(work: Promise<string | null>) {
    setError(await work);
    await reload();
  }
  return (
    <Card padded className="grid gap-4">
      <ul className="grid divide-y divide-line">
        {providers.map(({ key, name }) => {
          const linked = identities.data.find((identity) => identity.provider === key);
          return (
            <li key={key} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="font-semibold">{name}</span>
              {linked ? (
                <Button variant="danger" size="sm" onClick={() => void change(unlinkIdentity(linked))}>
                  Desvincular
                </Button>
              ) : (
                <Button variant="outline" size="sm" onClick={() => void change(linkProvider(key))}>
                  Vincular
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <FormError>{error}</FormError>
    </Card>
  );
}
