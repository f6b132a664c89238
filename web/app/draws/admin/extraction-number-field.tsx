import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, Input } from '../../ui/form/field.tsx';

export function ExtractionNumberField({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <Field label="Número da extração">
      <Input
        {...registration}
        required
        inputMode="numeric"
        pattern="[1-9][0-9]{0,6}"
        title="O número da extração, como 5924."
      />
    </Field>
  );
}
