import { type BaseSyntheticEvent, useEffect } from 'react';
import { FormProvider, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { formatCpf, formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { PhoneAndCpfFields } from '../../../accounts/profile/phone-and-cpf-fields.tsx';
import { residenceOf, statedResidence } from '../../../accounts/profile/residence.ts';
import { Card } from '../../../ui/card.tsx';
import { EmailInput } from '../../../ui/form/email-input.tsx';
import { looksLikeEmail } from '../../../ui/form/field-rules.ts';
import { Field, Input } from '../../../ui/form/field.tsx';
import { StreetAddressFields } from './street-address-fields.tsx';
import { BuyerQuestion, missingDetails } from './buyer-question.tsx';
import type { Customer, CustomerFields } from './customer.ts';
import { readDraft, saveDraft } from './customer-draft.ts';
import type { PayMethod } from '../../place-order/use-cart-order.ts';

const REQUIRED = 'Preencha todos os campos obrigatórios';
/** Characters that the server takes. */
const NAME_MAX = 120;
/** Links the pay buttons, which are outside the form, to the form. */
export const FORM_ID = 'dados-de-quem-compra';

function validateName(name: string): true | string {
  if (name.trim() === '') return REQUIRED;
  return name.trim().length <= NAME_MAX || `O nome pode ter até ${NAME_MAX} letras. Abrevie um dos nomes.`;
}

/** A mistyped e-mail differs from the account's. */
function emailHint(email: string, ofAccount: string | null | undefined): string {
  const isOther = ofAccount && email.trim().toLowerCase() !== ofAccount.toLowerCase();
  return isOther
    ? `Enviamos o recibo e o resultado para este e-mail, e não para o da sua conta (${ofAccount}).`
    : 'Enviamos o recibo e o resultado para este e-mail.';
}

interface Buyer {
  userId: string;
  email: string;
}

/** Restores the draft after a reload or a new sign-in. */
export function useCustomerForm(profile: Profile | undefined, { userId, email }: Buyer) {
  const form = useForm<CustomerFields>({
    defaultValues: {
      name: profile?.name ?? '',
      email: profile?.email ?? email,
      phone: formatPhone(profile?.phone ?? ''),
      cpf: formatCpf(profile?.cpf ?? ''),
      cep: '',
      address: '',
      ...residenceOf(profile),
      ...readDraft(userId),
    },
    mode: 'onTouched',
  });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => saveDraft(userId, values),
      }),
    [form, userId],
  );
  return form;
}

interface CustomerFormProps {
  form: UseFormReturn<CustomerFields>;
  profile: Profile | undefined;
  /** @param method value of the pressed pay button */
  onSubmit: (customer: Customer, method: PayMethod) => void;
}

export function CustomerForm({ form, profile, onSubmit }: CustomerFormProps) {
  const { register, handleSubmit, formState, setValue } = form;
  const { errors } = formState;
  const email = useWatch({ control: form.control, name: 'email' });
  const submit = (fields: CustomerFields, event?: BaseSyntheticEvent) => {
    const { birthDate, cityChoice, otherCity, otherState, ...contact } = fields;
    const pressed = (event?.nativeEvent as SubmitEvent | undefined)?.submitter as HTMLButtonElement | null;
    const method = pressed?.value === 'hosted' ? 'hosted' : 'pix';
    onSubmit({ ...contact, ...statedResidence({ birthDate, cityChoice, otherCity, otherState }) }, method);
  };
  return (
    <Card padded>
      <FormProvider {...form}>
        <form
          id={FORM_ID}
          noValidate
          className="grid gap-5"
          onSubmit={(event) => void handleSubmit(submit)(event)}
        >
          <h2 className="text-xl">Seus dados</h2>
          <Field label="Nome completo" error={errors.name?.message}>
            <Input autoComplete="name" {...register('name', { validate: validateName })} />
          </Field>
          <Field label="E-mail" error={errors.email?.message} hint={emailHint(email, profile?.email)}>
            <EmailInput
              autoComplete="email"
              onCorrect={(corrected) => setValue('email', corrected, { shouldValidate: true })}
              {...register('email', {
                validate: (value) =>
                  value.trim() === ''
                    ? REQUIRED
                    : looksLikeEmail(value) || 'Confira o e-mail, como nome@exemplo.com.',
              })}
            />
          </Field>
          <BuyerQuestion profile={profile} withoutCpf />
          <div className="grid gap-5 sm:grid-cols-2">
            <PhoneAndCpfFields needsCpf={missingDetails(profile).cpf} />
          </div>
          <StreetAddressFields />
        </form>
      </FormProvider>
    </Card>
  );
}
