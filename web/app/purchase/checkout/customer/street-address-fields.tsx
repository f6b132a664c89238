import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, Input } from '../../../ui/form/field.tsx';
import { MaskedInput } from '../../../ui/form/masked-input.tsx';
import { cepMask, validateCep } from '../../../ui/form/person-fields.ts';
import type { CustomerFields } from './customer.ts';

/** CEP and street address, collapsed while empty. Needs a `FormProvider` above it. */
export function StreetAddressFields() {
  const { register, formState, getValues } = useFormContext<CustomerFields>();
  const { errors } = formState;
  const [isUnfolded, setIsUnfolded] = useState(() =>
    getValues(['cep', 'address']).some((text) => text !== ''),
  );
  const isOpen = isUnfolded || errors.cep !== undefined;
  return (
    <details open={isOpen}>
      <summary
        className="min-h-6 cursor-pointer font-semibold"
        onClick={(event) => {
          // The state decides: a field with an error stays open.
          event.preventDefault();
          setIsUnfolded(!isOpen);
        }}
      >
        CEP e endereço <span className="font-normal text-ink-soft">(opcional)</span>
      </summary>
      <div className="mt-4 grid gap-5 sm:grid-cols-2">
        <Field label="CEP" error={errors.cep?.message}>
          <MaskedInput
            mask={cepMask}
            inputMode="numeric"
            autoComplete="postal-code"
            field={register('cep', { validate: validateCep })}
          />
        </Field>
        <Field label="Endereço">
          <Input autoComplete="street-address" maxLength={300} {...register('address')} />
        </Field>
      </div>
    </details>
  );
}
