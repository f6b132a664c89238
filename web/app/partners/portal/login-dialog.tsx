import { useLayoutEffect, useRef } from 'react';
import { useForm, type UseFormRegisterReturn, useWatch } from 'react-hook-form';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { usePartnerLogin } from './use-partner-login.ts';

interface LoginDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Signs a partner in with e-mail and phone, then with an e-mailed code if the shop requires one. */
export function LoginDialog({ open, onOpenChange }: LoginDialogProps) {
  const { loginId, login, confirm, failure, sendAnother, restart } = usePartnerLogin();
  const first = useRef<HTMLInputElement>(null);
  const { register, handleSubmit, control, setValue } = useForm({
    defaultValues: { email: '', phone: '', code: '' },
  });
  const [email, phone, code] = useWatch({ control, name: ['email', 'phone', 'code'] });
  const submit = handleSubmit((fields) => {
    if (loginId) confirm.mutate({ loginId, code: fields.code });
    else login.mutate({ email: fields.email, phone: fields.phone });
  });
  const emailField = register('email');
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
      <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
        {loginId ? (
          <CodeField key={loginId} control={register('code')} />
        ) : (
          <>
            <Field label="E-mail">
              <Input
                {...emailField}
                ref={(input) => {
                  emailField.ref(input);
                  first.current = input;
                }}
                type="email"
                maxLength={255}
                autoComplete="email"
              />
            </Field>
            <Field label="Telefone">
              <Input
                {...register('phone')}
                type="tel"
                maxLength={30}
                autoComplete="tel"
                placeholder="(82) 99999-9999"
              />
            </Field>
          </>
        )}
        {failure && <FormError>{errorMessage(failure)}</FormError>}
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
                setValue('code', '');
                sendAnother({ email, phone });
              }}
            >
              Enviar outro código
            </Button>
            <Button
              variant="quiet"
              size="sm"
              onClick={() => {
                setValue('code', '');
                restart();
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

/** Takes focus on mount. */
function CodeField({ control: { ref, ...control } }: { control: UseFormRegisterReturn }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <Field label="Código">
      <Input
        {...control}
        ref={(input) => {
          ref(input);
          field.current = input;
        }}
        maxLength={12}
        inputMode="numeric"
        autoComplete="one-time-code"
      />
    </Field>
  );
}
