import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PhoneConfirmation } from '@mare/contract/accounts/phone-confirmation.ts';
import { queries } from '../../api.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';
import { phoneMask } from '../../ui/form/person-fields.ts';
import { useShortForm } from '../use-short-form.ts';

const MOBILE_DIGITS = 11;

/** Requests a code by SMS. @param onSent gets the phone, for 'Reenviar' */
export function useSendPhoneCode(onSent: (phone: string) => void) {
  const cache = useQueryClient();
  return useMutation(
    queries.accounts.startPhoneConfirmation.mutationOptions({
      onSuccess: (state: PhoneConfirmation, { phone }) => {
        cache.setQueryData(queries.accounts.phoneConfirmation.queryKey(), state);
        onSent(phone);
      },
    }),
  );
}

interface PhoneFormProps {
  suggested: string;
  onSent: (phone: string) => void;
  /** Leaves the form without a change. */
  onBack?: () => void;
  backLabel: string;
}

/** Form for the phone that receives the code. */
export function PhoneForm({ suggested, onSent, onBack, backLabel }: PhoneFormProps) {
  const send = useSendPhoneCode(onSent);
  const { form, register, error } = useShortForm({ phone: masked(suggested) }, ({ phone }) => {
    if (phone.replaceAll(/\D/g, '').length !== MOBILE_DIGITS)
      return 'Confira o celular com DDD, como (82) 99999-0001.';
    send.mutate({ phone });
    return null;
  });
  return (
    <form {...form}>
      <Field label="Celular com DDD" error={error ?? (send.error && errorMessage(send.error))}>
        <MaskedInput
          mask={phoneMask}
          type="tel"
          autoComplete="tel-national"
          className="max-w-xs"
          field={register('phone')}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={send.isPending} loadingText="Enviando...">
          Receber código por SMS
        </Button>
        {onBack && (
          <Button variant="quiet" onClick={onBack}>
            {backLabel}
          </Button>
        )}
      </div>
    </form>
  );
}

/** Formats digits like the field's mask. */
function masked(digits: string): string {
  return digits.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}
