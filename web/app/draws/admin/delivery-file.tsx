import { useState } from 'react';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { OpenFileButton } from '../../ui/open-file-button.tsx';
import { FormError } from '../../ui/states.tsx';

interface DeliveryFileProps {
  winnerId: string;
  kind?: 'delivery' | 'treasury';
}

/** Opens a proof (receipt or photo) in a new tab. */
export function DeliveryFile({ winnerId, kind = 'delivery' }: DeliveryFileProps) {
  const [error, setError] = useState<Error | null>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <OpenFileButton
        read={() => {
          setError(null);
          return queries.draws.deliveryProof.call({ winnerId, kind });
        }}
        onError={setError}
      >
        Abrir comprovante
      </OpenFileButton>
      {error && <FormError>{errorMessage(error)}</FormError>}
    </div>
  );
}
