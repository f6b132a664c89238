import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { CodeField } from '../code-field.tsx';
import { useShortForm } from '../use-short-form.ts';

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
  const { form, register, error, sending } = useShortForm({ code: '' }, ({ code }) => check(code));
  return (
    <form {...form}>
      <CodeField field={register('code')} />
      <FormError>{error ?? problem}</FormError>
      <Button type="submit" size="lg" block disabled={disabled} loading={sending} loadingText="Conferindo...">
        {action}
      </Button>
    </form>
  );
}
