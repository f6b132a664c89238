import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from '../ui/form/field.tsx';

interface CodeFieldProps {
  label?: string;
  field: UseFormRegisterReturn;
}

/** For a code from a message or an authenticator app; people may leave a space in its middle. */
export function CodeField({ label = 'Código de 6 números', field }: CodeFieldProps) {
  return (
    <Field label={label}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...field} />
    </Field>
  );
}
