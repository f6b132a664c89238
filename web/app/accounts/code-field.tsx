import { Field, Input } from '../ui/form/field.tsx';
import type { RegisteredInput } from '../ui/form/field-rules.ts';

interface CodeFieldProps {
  label?: string;
  field: RegisteredInput;
}

/** Field for a code from a message or an authenticator app. Accepts a space in the middle. */
export function CodeField({ label = 'Código de 6 números', field }: CodeFieldProps) {
  return (
    <Field label={label}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...field} />
    </Field>
  );
}
