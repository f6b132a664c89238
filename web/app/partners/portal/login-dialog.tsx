import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { ORPCError } from '@orpc/client';
import { queries } from '../../api.ts';
import { sentenceFor } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';

interface LoginDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** E-mail and phone, then the code from the mailbox where one is asked for. */
export function LoginDialog({ open, onOpenChange }: LoginDialogProps) {
  const cache = useQueryClient();
  const first = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [phone, setPhone] = useState('');
  const [code, setCode] = useState('');
  const [loginId, setLoginId] = useState<string | null>(null);
  const arrive = async () => {
    toast.success('Login realizado!');
    await cache.resetQueries({ queryKey: queries.partners.key() });
  };
  const login = useMutation(
    queries.partners.login.mutationOptions({
      onSuccess: (answer) => (answer.step === 'code' ? setLoginId(answer.loginId) : arrive()),
      onError: tell,
    }),
  );
  const confirm = useMutation(
    queries.partners.confirmLogin.mutationOptions({ onSuccess: arrive, onError: tell }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (loginId) confirm.mutate({ loginId, code });
    else login.mutate({ email, phone });
  };
  const failure = loginId ? confirm.error : login.error;
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
          <Field label="Código">
            <Input
              value={code}
              maxLength={12}
              inputMode="numeric"
              autoComplete="one-time-code"
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
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
          loading={login.isPending || confirm.isPending}
          loadingText="Entrando..."
        >
          Entrar
        </Button>
      </form>
    </Dialog>
  );
}

/** A refusal is told by its sentence; anything else is not the partner's doing. */
function tell(error: Error): void {
  if (error instanceof ORPCError && (error.defined || error.status === 401))
    toast.error('Erro no login', {
      description: error.defined ? sentenceFor(error) : 'Credenciais inválidas.',
    });
  else toast.error('Erro', { description: 'Ocorreu um erro durante o login.' });
}
