import { useFormContext } from 'react-hook-form';
import { cpfMask, phoneMask, validateCpf, validatePhone } from '../../ui/form/person-fields.ts';
import { Field } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';

/** Both fields are optional. Needs a `FormProvider` above it. */
export function PhoneAndCpfFields() {
  const { register, formState } = useFormContext<{ phone: string; cpf: string }>();
  const { errors } = formState;
  return (
    <>
      <Field label="Telefone" optional error={errors.phone?.message}>
        <MaskedInput
          mask={phoneMask}
          type="tel"
          autoComplete="tel-national"
          field={register('phone', { validate: validatePhone })}
        />
      </Field>
      <Field label="CPF" optional error={errors.cpf?.message}>
        <MaskedInput mask={cpfMask} inputMode="numeric" field={register('cpf', { validate: validateCpf })} />
      </Field>
    </>
  );
}
