import { useFormContext } from 'react-hook-form';
import { cpfMask, phoneMask, requireCpf, validateCpf, validatePhone } from '../../ui/form/person-fields.ts';
import { Field } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';

/** Both fields are optional unless the CPF is needed. Needs a `FormProvider` above it. */
export function PhoneAndCpfFields({ needsCpf = false }: { needsCpf?: boolean }) {
  const { register, formState } = useFormContext<{ phone: string }>();
  return (
    <>
      <Field label="Telefone" optional error={formState.errors.phone?.message}>
        <MaskedInput
          mask={phoneMask}
          type="tel"
          autoComplete="tel-national"
          field={register('phone', { validate: validatePhone })}
        />
      </Field>
      <CpfField required={needsCpf} />
    </>
  );
}

/** Needs a `FormProvider` above it. */
export function CpfField({ required = false }: { required?: boolean }) {
  const { register, formState } = useFormContext<{ cpf: string }>();
  return (
    <Field
      label="CPF"
      optional={!required}
      error={formState.errors.cpf?.message}
      hint={required && 'Pedimos uma vez só. Por ele as cotas, os limites e os prêmios são seus.'}
    >
      <MaskedInput
        mask={cpfMask}
        inputMode="numeric"
        field={register('cpf', { validate: required ? requireCpf : validateCpf })}
      />
    </Field>
  );
}
