import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { enterWithProvider, serviceSettings } from './providers.ts';

/** One button per configured OAuth provider. */
export function ProviderButtons() {
  const [error, setError] = useState<string | null>(null);
  const settings = useQuery(serviceSettings);
  if (!settings.data?.providers.length) return null;
  return (
    <div className="grid gap-3">
      <p className="text-center text-sm text-ink-soft">ou</p>
      {settings.data.providers.map(({ key, name }) => (
        <Button
          key={key}
          variant="outline"
          block
          onClick={() => void enterWithProvider(key).then((refusal) => setError(refusal))}
        >
          Continuar com {name}
        </Button>
      ))}
      <FormError>{error}</FormError>
    </div>
  );
}
