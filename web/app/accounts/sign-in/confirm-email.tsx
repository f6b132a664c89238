import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { attemptAuth } from '../attempt-auth.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { CodeForm } from './code-form.tsx';

/** The server sends one message a minute. Asking too early would also void the link of the last one in this browser. */
const MESSAGE_INTERVAL_MS = 60_000;

interface ConfirmEmailProps {
  email: string;
  /** Repeats the sign-up, which sends another message. @returns the error message to show, or null */
  sendAgain: (captchaToken?: string) => Promise<string | null>;
  /** Before the session begins. */
  onConfirming: () => void;
  onConfirmed: () => Promise<void>;
  onBack: () => void;
}

/** After a sign-up: the mail holds a link, and a code for a browser other than the one that reads mail. */
export default function ConfirmEmail({
  email,
  sendAgain,
  onConfirming,
  onConfirmed,
  onBack,
}: ConfirmEmailProps) {
  const shell = useRef<HTMLDivElement>(null);
  async function confirm(code: string): Promise<string | null> {
    const token = code.replaceAll(/\D/g, '');
    onConfirming();
    const refusal = await attemptAuth((client) => client.verifyOtp({ email, token, type: 'signup' }));
    if (!refusal) await onConfirmed();
    return refusal;
  }
  return (
    <div ref={shell} className="grid gap-5">
      <CodeForm action="Confirmar e-mail" check={confirm} />
      <SendAgain send={sendAgain} onSent={() => shell.current?.querySelector('input')?.focus()} />
      <button type="button" className="text-link justify-self-center" onClick={onBack}>
        Usar outro e-mail
      </button>
    </div>
  );
}

function SendAgain({ send, onSent }: { send: ConfirmEmailProps['sendAgain']; onSent: () => void }) {
  const captcha = useCaptcha();
  const [sentAt, setSentAt] = useState(() => Date.now());
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<{ refusal: string | null }>();
  const wait = Math.ceil((sentAt + MESSAGE_INTERVAL_MS - (useNow() ?? sentAt)) / 1_000);
  async function ask(): Promise<void> {
    if (captcha.missing) return setResult({ refusal: CAPTCHA_MISSING });
    setIsSending(true);
    const refusal = await send(captcha.token);
    captcha.renew();
    setIsSending(false);
    setResult({ refusal });
    if (refusal) return;
    setSentAt(Date.now());
    onSent();
  }
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-center">
      <p className="text-ink-soft">Não chegou? Veja também a caixa de spam.</p>
      {captcha.widget}
      <FormError>{result?.refusal}</FormError>
      <output>{result?.refusal === null && 'Enviamos outra mensagem.'}</output>
      {wait > 0 ? (
        <p className="text-sm text-ink-soft">Dá para pedir outra em {wait} s.</p>
      ) : (
        <Button
          variant="quiet"
          className="justify-self-center"
          loading={isSending}
          loadingText="Enviando..."
          onClick={() => void ask()}
        >
          Enviar de novo
        </Button>
      )}
    </div>
  );
}
