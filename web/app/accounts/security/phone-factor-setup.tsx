import { useState } from 'react';
import { toast } from 'sonner';
import { phoneMask } from '../../ui/form/person-fields.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { CodeField } from '../code-field.tsx';
import { useShortForm } from '../use-short-form.ts';
import { beginPhoneEnrolment, type SecondFactor, showSecondFactor } from './second-factor.ts';

const MOBILE_DIGITS = 11;

/** Asks for a mobile number, then for the code sent to it. */
export function PhoneFactorSetup({ onDone }: { onDone: () => void }) {
  const [factor, setFactor] = useState<SecondFactor | null>(null);
  // Moves focus: the code's form replaces the number's.
  const shell = useFocusNext<HTMLDivElement>(factor ? 'code' : 'number');
  return (
    <Card ref={shell} padded>
      {factor ? <CodeForm factor={factor} onDone={onDone} /> : <NumberForm onSent={setFactor} />}
    </Card>
  );
}

function NumberForm({ onSent }: { onSent: (factor: SecondFactor) => void }) {
  const { form, register, error, sending } = useShortForm({ phone: '' }, async ({ phone }) => {
    if (phone.replaceAll(/\D/g, '').length !== MOBILE_DIGITS)
      return 'Confira o celular com DDD, como (82) 99999-0001.';
    const enrolment = await beginPhoneEnrolment(phone);
    if (typeof enrolment === 'string') return enrolment;
    onSent(enrolment);
    return null;
  });
  return (
    <form {...form}>
      <p className="text-ink-soft">Ou receba um código por SMS no seu celular a cada novo acesso.</p>
      <Field label="Celular com DDD">
        <MaskedInput mask={phoneMask} type="tel" autoComplete="tel-national" field={register('phone')} />
      </Field>
      <FormError>{error}</FormError>
      <Button
        type="submit"
        variant="outline"
        className="justify-self-start"
        loading={sending}
        loadingText="Enviando..."
      >
        Enviar código por SMS
      </Button>
    </form>
  );
}

function CodeForm({ factor, onDone }: { factor: SecondFactor; onDone: () => void }) {
  const { form, register, error, sending } = useShortForm({ code: '' }, async ({ code }) => {
    const failure = await showSecondFactor(factor, code);
    if (failure) return failure;
    toast.success('Verificação em duas etapas ativada!');
    onDone();
    return null;
  });
  return (
    <form {...form}>
      <p>Digite o código que enviamos por SMS.</p>
      <CodeField label="Código recebido por SMS" field={register('code')} />
      <FormError>{error}</FormError>
      <Button type="submit" block loading={sending} loadingText="Conferindo...">
        Confirmar celular
      </Button>
    </form>
  );
}
