import { Field, Textarea } from '../../ui/form/field.tsx';

interface ReasonFieldProps {
  label: string;
  error: string | undefined;
  value: string;
  onType: (reason: string) => void;
}

/** Why something is done to somebody's account, for the activity log. */
export function ReasonField({ label, error, value, onType }: ReasonFieldProps) {
  return (
    <Field label={label} hint="Só a equipe lê." error={error}>
      <Textarea rows={3} maxLength={500} value={value} onChange={(event) => onType(event.target.value)} />
    </Field>
  );
}
