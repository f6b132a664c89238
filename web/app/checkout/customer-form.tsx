import type { ReactNode } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import {
  type Residence,
  residenceOf,
  type StatedResidence,
  statedResidence,
} from '../accounts/profile/residence.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input } from '../ui/field.tsx';
import { MaskedInput } from '../ui/masked-input.tsx';
import { ResidenceQuestion } from './residence-question.tsx';
import { cepMask, cpfMask, phoneMask, validateCep, validateCpf, validatePhone } from './customer-fields.ts';
import { TestedPhrase } from './tested-phrase.tsx';

interface ContactFields {
  name: string;
  email: string;
  phone: string;
  cpf: string;
  cep: string;
  address: string;
}

/** What the server is told of a buyer. */
export type Customer = ContactFields & StatedResidence;

interface CustomerFormProps {
  known: Pick<ContactFields, 'name' | 'email' | 'phone'>;
  profile: Profile | undefined;
  /** Why the last try was refused, if it was for who the buyer is. */
  refusal: ReactNode;
  /** Nothing else is missing. */
  ready: boolean;
  processing: boolean;
  onSubmit: (customer: Customer) => void;
}

const REQUIRED = 'Preencha todos os campos obrigatórios';

export function CustomerForm({ known, profile, refusal, ready, processing, onSubmit }: CustomerFormProps) {
  const form = useForm<ContactFields & Residence>({
    defaultValues: { cpf: '', cep: '', address: '', ...known, ...residenceOf(profile) },
    mode: 'onTouched',
  });
  const { register, handleSubmit, formState, control } = form;
  const { errors } = formState;
  const [name, email] = useWatch({ control, name: ['name', 'email'] });
  const complete = name.trim() !== '' && email.trim() !== '';
  const submit = ({ birthDate, cityChoice, otherCity, otherState, ...contact }: ContactFields & Residence) =>
    onSubmit({ ...contact, ...statedResidence({ birthDate, cityChoice, otherCity, otherState }) });
  return (
    <Card padded>
      <form noValidate className="grid gap-5" onSubmit={(event) => void handleSubmit(submit)(event)}>
        <h2 className="text-xl">Seus dados</h2>
        <Field label="Nome completo" error={errors.name?.message}>
          <Input
            autoComplete="name"
            {...register('name', { validate: (value) => value.trim() !== '' || REQUIRED })}
          />
        </Field>
        <Field
          label="E-mail"
          error={errors.email?.message}
          hint="Enviamos o recibo e o resultado para este e-mail."
        >
          <Input
            type="email"
            autoComplete="email"
            {...register('email', {
              validate: (value) =>
                value.trim() === ''
                  ? REQUIRED
                  : /^\S+@\S+\.\S+$/.test(value) || 'Confira o e-mail, como nome@exemplo.com.',
            })}
          />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Telefone" optional error={errors.phone?.message}>
            <MaskedInput
              mask={phoneMask}
              type="tel"
              autoComplete="tel-national"
              field={register('phone', { validate: validatePhone })}
            />
          </Field>
          <Field label="CPF" optional error={errors.cpf?.message}>
            <MaskedInput
              mask={cpfMask}
              inputMode="numeric"
              field={register('cpf', { validate: validateCpf })}
            />
          </Field>
          <Field label="CEP" optional error={errors.cep?.message}>
            <MaskedInput
              mask={cepMask}
              inputMode="numeric"
              autoComplete="postal-code"
              field={register('cep', { validate: validateCep })}
            />
          </Field>
          <Field label="Endereço" optional error={errors.address?.message}>
            <Input autoComplete="street-address" maxLength={300} {...register('address')} />
          </Field>
        </div>
        <FormProvider {...form}>
          <ResidenceQuestion profile={profile} />
        </FormProvider>
        {refusal}
        <TestedPhrase place="checkout-call" />
        <Button
          type="submit"
          size="lg"
          block
          icon="pix"
          disabled={!complete || !ready}
          loading={processing}
          loadingText="Processando..."
        >
          Pagar com Pix
        </Button>
        <p className="text-center text-sm text-ink-soft">
          O pagamento abre em uma nova aba. Suas cotas ficam reservadas por 15 minutos.
        </p>
      </form>
    </Card>
  );
}
