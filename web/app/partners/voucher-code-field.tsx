import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from '../ui/form/field.tsx';

/** @param field from the form's `register` */
export function VoucherCodeField({
  field,
  placeholder,
}: {
  field: UseFormRegisterReturn;
  placeholder?: string;
}) {
  return (
    <Field label="Código do voucher">
      <Input
        {...field}
        maxLength={200}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={placeholder}
        className="tabular uppercase"
      />
    </Field>
  );
}
