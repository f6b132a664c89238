import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { queries } from '../../api.ts';
import { isApiError } from '../../fetching/failures/is-api-error.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '../../ui/form/code-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useSendPhoneCode } from './phone-form.tsx';

interface PhoneCodeFormProps {
  phoneEnd: string | null;
  /** Null after a reload: the number then has to be typed again. */
  phone: string | null;
  /** When another code may be sent, in milliseconds of this device's clock. */
  resendAt: number;
  onChangeNumber: () => void;
  onConflict: (message: string) => void;
}

/** The code that was sent, another one after a minute, or another number. */
export function PhoneCodeForm({ phoneEnd, phone, resendAt, onChangeNumber, onConflict }: PhoneCodeFormProps) {
  const cache = useQueryClient();
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { code: '' } });
  const code = useWatch({ control, name: 'code' });
  const confirm = useMutation(
    queries.accounts.confirmPhone.mutationOptions({
      onSuccess: (state) => cache.setQueryData(queries.accounts.phoneConfirmation.queryKey(), state),
      onError: (error) => {
        if (isApiError(error, 'PERSON_CONFLICT')) onConflict(errorMessage(error));
      },
    }),
  );
  const resend = useSendPhoneCode(() => {
    confirm.reset();
    reset();
  });
  const seconds = useSecondsUntil(resendAt);
  const error = confirm.error ?? resend.error;
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit((fields) => confirm.mutate(fields))(event)}
    >
      <p aria-live="polite">
        Enviamos um código por SMS para o número que termina em <strong>{phoneEnd}</strong>. Ele vale por{' '}
        {SENT_CODE_MINUTES} minutos.
      </p>
      <Field label="Código de 6 números" error={error && errorMessage(error)}>
        <CodeInput field={register('code')} className="max-w-xs" />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="secondary"
          disabled={code.length !== CODE_LENGTH}
          loading={confirm.isPending}
          loadingText="Conferindo..."
        >
          Confirmar celular
        </Button>
        <Button
          variant="outline"
          disabled={seconds > 0}
          loading={resend.isPending}
          loadingText="Enviando..."
          onClick={() => (phone ? resend.mutate({ phone }) : onChangeNumber())}
        >
          {seconds > 0 ? `Reenviar em ${seconds} s` : 'Reenviar código'}
        </Button>
        <Button variant="quiet" onClick={onChangeNumber}>
          Usar outro número
        </Button>
      </div>
    </form>
  );
}

function useSecondsUntil(moment: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(moment));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsUntil(moment)), 500);
    return () => clearInterval(timer);
  }, [moment]);
  return seconds;
}

function secondsUntil(moment: number): number {
  return Math.max(0, Math.ceil((moment - Date.now()) / 1000));
}
