import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { CodeField } from '../code-field.tsx';
import { useShortForm } from '../use-short-form.ts';

interface CodeFormProps {
  /** Label of the button. */
  action: string;
  disabled?: boolean;
  /** @returns the error message to show, or null */
  check: (code: string) => Promise<string | null>;
}

/** Form for a six-digit code from a message or an authenticator app. */
export function CodeForm({ action, disabled, check }: CodeFormProps) {
  const { form, register, error, sending } = useShortForm({ code: '' }, ({ code }) => check(code));
  return (
    <form {...form}>
      <CodeField field={register('code')} />
      <FormError>{error}</FormError>
      <Button type="submit" size="lg" block disabled={disabled} loading={sending} loadingText="Conferindo...">
        {action}
      </Button>
    </form>
  );
}
