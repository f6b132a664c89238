import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { phoneMask } from '../../checkout/customer-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { MaskedInput } from '../../ui/masked-input.tsx';
import { FormError } from '../account-card.tsx';
import { beginPhoneEnrolment, type SecondFactor, showSecondFactor } from './second-factor.ts';

const MOBILE_DIGITS = 11;

/** Asks for a mobile number, then for the code that was sent to it. */
export function PhoneFactorSetup({ onDone }: { onDone: () => void }) {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  return (
    <Card padded>
      {factor ? <CodeForm factor={factor} onDone={onDone} /> : <NumberForm onSent={setFactor} />}
    </Card>
  );
}

function NumberForm({ onSent }: { onSent: (factor: SecondFactor) => void }) {
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { phone: '' } });
  async function submit({ phone }: { phone: string }) {
    if (phone.replaceAll(/\D/g, '').length !== MOBILE_DIGITS) {
      setError('Confira o celular com DDD, como (82) 99999-0001.');
      return;
    }
    const begun = await beginPhoneEnrolment(phone);
    if (typeof begun === 'string') setError(begun);
    else onSent(begun);
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onInput={() => setError(null)}
    >
      <p className="text-ink-soft">Ou receba um código por SMS no seu celular a cada novo acesso.</p>
      <Field label="Celular com DDD">
        <MaskedInput mask={phoneMask} type="tel" autoComplete="tel-national" field={register('phone')} />
      </Field>
      <FormError>{error}</FormError>
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start"
        loading={formState.isSubmitting}
        loadingText="Enviando..."
      >
        Enviar código por SMS
      </Button>
    </form>
  );
}

function CodeForm({ factor, onDone }: { factor: SecondFactor; onDone: () => void }) {
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  async function submit({ code }: { code: string }) {
    const refusal = await showSecondFactor(factor, code);
    if (refusal) {
      setError(refusal);
      return;
    }
    toast.success('Verificação em duas etapas ativada!');
    onDone();
  }
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onInput={() => setError(null)}
    >
      <p>Digite o código que enviamos por SMS.</p>
      <Field label="Código recebido por SMS">
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...register('code')} />
      </Field>
      <FormError>{error}</FormError>
      <Button type="submit" block loading={formState.isSubmitting} loadingText="Conferindo...">
        Confirmar celular
      </Button>
    </form>
  );
}
