import { type RefObject, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { canUsePasskeys, signInWithPasskey } from '../security/passkeys.ts';

const EXPIRED = 'webauthn_challenge_expired';

interface PasskeySignInProps {
  /** Also offers passkeys in the autofill of a field with `autocomplete="… webauthn"`. */
  autofill?: boolean;
}

/** Button that signs in by passkey. The page redirects when the session is complete. */
export default function PasskeySignIn({ autofill = false }: PasskeySignInProps) {
  const [error, setError] = useState<string | null>(null);
  const [working, setWorking] = useState(false);
  /** Running ceremony: browsers allow one at a time. */
  const ceremony = useRef<AbortController>(null);

  useEffect(() => {
    if (autofill) void offerAutofill(begin(ceremony), setError);
    return () => end(ceremony);
  }, [autofill]);

  async function enter() {
    setWorking(true);
    setError(null);
    const signal = begin(ceremony);
    const entered = await signInWithPasskey(signal);
    setWorking(false);
    if (entered.ok) return toast.success('Login realizado com sucesso!');
    setError(entered.sentence);
    if (autofill && !signal.aborted) void offerAutofill(begin(ceremony), setError);
  }

  if (!canUsePasskeys()) return null;
  return (
    <div className="grid gap-3">
      <Button variant="outline" block loading={working} onClick={() => void enter()}>
        Entrar com chave de acesso
      </Button>
      <FormError>{error}</FormError>
    </div>
  );
}

type Ceremony = RefObject<AbortController | null>;

function end(ceremony: Ceremony): void {
  ceremony.current?.abort();
}

/** Aborts the ceremony in progress, if any. */
function begin(ceremony: Ceremony): AbortSignal {
  end(ceremony);
  ceremony.current = new AbortController();
  return ceremony.current.signal;
}

/** Waits for a passkey from autofill; asks for a new challenge when one has expired. */
async function offerAutofill(signal: AbortSignal, onError: (sentence: string) => void): Promise<void> {
  const isOffered = await window.PublicKeyCredential?.isConditionalMediationAvailable?.();
  if (!isOffered) return;
  while (!signal.aborted) {
    const entered = await signInWithPasskey(signal, 'conditional');
    if (entered.ok) return void toast.success('Login realizado com sucesso!');
    if (entered.code !== EXPIRED) {
      if (entered.code === 'webauthn_verification_failed') onError(entered.sentence);
      return;
    }
    onError(entered.sentence);
  }
}
