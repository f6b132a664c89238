import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from '../../ui/form/field.tsx';
import { MaskedInput } from '../../ui/form/masked-input.tsx';
import { phoneMask } from '../../ui/form/person-fields.ts';

interface ContactFieldsProps {
  email: UseFormRegisterReturn;
  phone: UseFormRegisterReturn;
  phoneError: string | undefined;
}

/** E-mail and phone of a buyer, typed by the team. */
export function ContactFields({ email, phone, phoneError }: ContactFieldsProps) {
  return (
    <>
      <Field label="E-mail">
        <Input type="email" required maxLength={254} autoComplete="off" {...email} />
      </Field>
      <Field label="Telefone com DDD" optional error={phoneError}>
        <MaskedInput mask={phoneMask} inputMode="tel" autoComplete="off" field={phone} />
      </Field>
    </>
  );
}
