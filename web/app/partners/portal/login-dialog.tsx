import { type FormEvent, useEffect, useRef, useState } from 'react';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { usePartnerLogin } from './use-partner-login.ts';

interface LoginDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** E-mail and phone, then the code from the mailbox where one is asked for. */
export function LoginDialog({ open, onOpenChange }: LoginDialogProps) {
  const { loginId, login, confirm, failure, sendAnother, startAnew } = usePartnerLogin();
  const first = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (loginId) confirm.mutate({ loginId, code });
    else login.mutate({ email, phone });
  };
  const incomplete = loginId ? code.trim() === '' : email.trim() === '' || phone.trim() === '';
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      initialFocus={first}
      title="Login do Parceiro"
      description={
        loginId ? 'Enviamos um código para o seu e-mail.' : 'Use o e-mail e o telefone do seu cadastro.'
      }
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {loginId ? (
          <CodeField key={loginId} code={code} onType={setCode} />
        ) : (
          <>
            <Field label="E-mail">
              <Input
                ref={first}
                type="email"
                value={email}
                maxLength={255}
                autoComplete="email"
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
            <Field label="Telefone">
              <Input
                type="tel"
                value={phone}
                maxLength={30}
                autoComplete="tel"
                placeholder="(82) 99999-9999"
                onChange={(event) => setPhone(event.target.value)}
              />
            </Field>
          </>
        )}
        {failure && <FormError>{sentenceFor(failure)}</FormError>}
        <Button
          type="submit"
          block
          disabled={incomplete}
          loading={loginId ? confirm.isPending : login.isPending}
          loadingText="Entrando..."
        >
          Entrar
        </Button>
        {loginId && (
          <div className="flex flex-wrap justify-center gap-2">
            <Button
              variant="quiet"
              size="sm"
              loading={login.isPending}
              loadingText="Enviando..."
              onClick={() => {
                setCode('');
                sendAnother({ email, phone });
              }}
            >
              Enviar outro código
            </Button>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                setCode('');
                startAnew();
              }}
            >
              Usar outro cadastro
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** Takes the focus as it comes: the code is what one types next. */
function CodeField({ code, onType }: { code: string; onType: (code: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Field label="Código">
      <Input
        ref={field}
        value={code}
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
        onChange={(event) => onType(event.target.value)}
      />
    </Field>
  );
}
