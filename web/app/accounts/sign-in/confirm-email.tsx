import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { FormError } from '../../ui/states.tsx';
import { useNow } from '../../ui/use-now.ts';
import { AccountCard } from '../account-card.tsx';
import { authenticateWith, type Credentials } from './authenticate-with.ts';
import { CAPTCHA_MISSING, useCaptcha } from './captcha.tsx';
import { CodeForm } from './code-form.tsx';
import { enterWithMailedCode } from './mailed-code.ts';

/** The server sends one message a minute. Asking too early would also void the link of the last one in this browser. */
const MESSAGE_INTERVAL_MS = 60_000;

interface ConfirmEmailProps {
  /** Credentials of the sign-up. */
  credentials: Credentials;
  returnTo: string | null;
  /** Before the session begins. */
  onConfirming: () => void;
  onConfirmed: (sentence: string) => void;
  onBack: () => void;
}

/** After a sign-up: the mail has a link, and a code for a browser other than the one that opens mail. */
export default function ConfirmEmail({
  credentials,
  returnTo,
  onConfirming,
  onConfirmed,
  onBack,
}: ConfirmEmailProps) {
  const navigate = useNavigate();
  const shell = useRef<HTMLDivElement>(null);
  const email = credentials.email.trim();
  useEffect(() => focusHeadingAround(shell.current), []);

  async function confirm(code: string): Promise<string | null> {
    onConfirming();
    const failure = await enterWithMailedCode('signup', email, code);
    if (failure) return failure;
    // The first admin of a shop confirms an account without a password.
    const me = await queries.accounts.me.call().catch(() => null);
    if (me?.hasPassword === false) await navigate(links.newPassword(returnTo), { replace: true });
    else onConfirmed('Conta criada com sucesso! Bem-vindo!');
    return null;
  }

  async function sendAgain(captchaToken?: string): Promise<string | null> {
    const outcome = await authenticateWith(credentials, returnTo, captchaToken);
    return outcome.ok ? null : outcome.sentence;
  }

  return (
    <AccountCard
      title="Confirme seu e-mail"
      lead={
        <>
          Enviamos uma mensagem para <strong>{email}</strong>. Abra o link dela neste aparelho ou digite o
          código.
        </>
      }
    >
      <div ref={shell} className="grid gap-5">
        <CodeForm action="Confirmar e-mail" check={confirm} />
        <SendAgain send={sendAgain} onSent={() => shell.current?.querySelector('input')?.focus()} />
        <button type="button" className="text-link justify-self-center" onClick={onBack}>
          Usar outro e-mail
        </button>
      </div>
    </AccountCard>
  );
}

interface SendAgainProps {
  /** Repeats the sign-up, which sends another message. @returns the error message to show, or null */
  send: (captchaToken?: string) => Promise<string | null>;
  onSent: () => void;
}

function SendAgain({ send, onSent }: SendAgainProps) {
  const captcha = useCaptcha();
  const [sentAt, setSentAt] = useState(() => Date.now());
  const [isSending, setIsSending] = useState(false);
  const [result, setResult] = useState<{ failure: string | null }>();
  const wait = Math.ceil((sentAt + MESSAGE_INTERVAL_MS - (useNow() ?? sentAt)) / 1_000);
  async function ask(): Promise<void> {
    if (captcha.missing) return setResult({ failure: CAPTCHA_MISSING });
    setIsSending(true);
    const failure = await send(captcha.token);
    captcha.renew();
    setIsSending(false);
    setResult({ failure });
    if (failure) return;
    setSentAt(Date.now());
    onSent();
  }
  return (
    <div className="grid gap-2 border-t border-line pt-4 text-center">
      <p className="text-ink-soft">Não chegou? Veja também a caixa de spam.</p>
      {captcha.widget}
      <FormError>{result?.failure}</FormError>
      <output>{result?.failure === null && 'Enviamos outra mensagem.'}</output>
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
