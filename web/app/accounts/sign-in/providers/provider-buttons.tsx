import { joinWords } from '@mare/domain/format.ts';
import { useQuery } from '../../../fetching/deferred-cache/use-query.tsx';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { TermsNotice } from '../../terms/terms-notice.tsx';
import { enterWithProvider } from './enter-with-provider.ts';
import { serviceSettings } from './providers.ts';

/** One button per configured OAuth provider. */
export default function ProviderButtons() {
  const [error, setError] = useState<string | null>(null);
  const settings = useQuery(serviceSettings);
  if (!settings.data?.providers.length) return null;
  return (
    <div className="grid gap-3">
      <p className="text-center text-sm text-ink-soft">ou</p>
      {settings.data.providers.map(({ key, name }) => (
        <Button key={key} variant="outline" block onClick={() => void enterWithProvider(key).then(setError)}>
          Continuar com {name}
        </Button>
      ))}
      <TermsNotice doing={`Ao continuar com ${nameList(settings.data.providers.map(({ name }) => name))}`} />
      <FormError>{error}</FormError>
    </div>
  );
}

function nameList(names: string[]): string {
  return joinWords(names, 'ou');
}
