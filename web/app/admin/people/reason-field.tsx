import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Textarea } from '../../ui/form/field.tsx';

interface ReasonFieldProps extends UseFormRegisterReturn {
  label: string;
  error: string | undefined;
}

/** The reason for a change to an account, kept in the activity log. */
export function ReasonField({ label, error, ...control }: ReasonFieldProps) {
  return (
    <Field label={label} hint="Só a equipe lê." error={error}>
      <Textarea rows={3} {...control} maxLength={500} />
    </Field>
  );
}
