import { useFormContext } from 'react-hook-form';
import { normalizeEmail } from '@mare/domain/accounts/security/credentials.ts';
import { isMobilePhone } from '@mare/domain/accounts/contact.ts';
import { residenceOf } from '../../accounts/profile/residence.ts';
import { EmailInput } from '../../ui/form/email-input.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';
import { phoneMask } from '../../ui/form/person-fields.ts';
import { BuyerQuestion } from '../checkout/customer/buyer-question.tsx';
import type { BuyerDetails } from '../checkout/use-rifa-purchase.ts';

export interface VisitorForm extends BuyerDetails {
  name: string;
  email: string;
  phone: string;
}

export const EMPTY_BUYER: VisitorForm = {
  name: '',
  email: '',
  phone: '',
  cpf: '',
  ...residenceOf(undefined),
};

/** Personal data of a buyer without a password. Needs a `FormProvider` above it. */
export function VisitorFields() {
  const { register, formState, setValue } = useFormContext<VisitorForm>();
  const { errors } = formState;
  return (
    <div className="grid gap-5">
      <Field label="Nome completo" error={errors.name?.message}>
        <Input
          autoComplete="name"
          maxLength={120}
          enterKeyHint="next"
          {...register('name', { validate: (name) => name.trim().length > 1 || 'Informe o seu nome.' })}
        />
      </Field>
      <Field label="Celular com DDD" error={errors.phone?.message}>
        <MaskedInput
          mask={phoneMask}
          type="tel"
          autoComplete="tel-national"
          field={register('phone', { validate: validateMobile })}
        />
      </Field>
      <Field label="E-mail" error={errors.email?.message} hint="Para o comprovante e o aviso do sorteio.">
        <EmailInput
          autoComplete="email"
          enterKeyHint="next"
          onCorrect={(email) => setValue('email', email, { shouldDirty: true, shouldValidate: true })}
          {...register('email', {
            validate: (email) =>
              normalizeEmail(email.trim()) !== null || 'Confira o e-mail, como ana@exemplo.com.br.',
          })}
        />
      </Field>
      <BuyerQuestion profile={undefined} />
    </div>
  );
}

function validateMobile(typed: string): true | string {
  return isMobilePhone(typed) || 'Confira o celular com DDD, como (82) 99999-0001.';
}
