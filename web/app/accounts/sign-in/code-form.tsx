import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/field.tsx';
import { FormError } from '../account-card.tsx';

interface CodeFormProps {
  /** On the button. */
  action: string;
  disabled?: boolean;
  /** What is in the way already. */
  problem?: string | null;
  /** @returns what is wrong with the code, or null */
  check: (code: string) => Promise<string | null>;
}

/** Asks for the six digits of a message or of an authenticator app. */
export function CodeForm({ action, disabled, problem, check }: CodeFormProps) {
  const [error, setError] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { code: '' } });
  const submit = async ({ code }: { code: string }) => setError(await check(code));
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => void handleSubmit(submit)(event)}
      onInput={() => setError(null)}
    >
      <Field label="Código de 6 dígitos">
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={7} {...register('code')} />
      </Field>
      <FormError>{error ?? problem}</FormError>
      <Button
        type="submit"
        size="lg"
        block
        disabled={disabled}
        loading={formState.isSubmitting}
        loadingText="Conferindo..."
      >
        {action}
      </Button>
    </form>
  );
}
