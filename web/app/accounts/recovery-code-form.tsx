import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { FormError } from '../ui/states.tsx';
import { enterRecoveryCode } from './security/passkeys.ts';
import { useShortForm } from './use-short-form.ts';

/** Asks for a recovery code in place of the second factor. */
export function RecoveryCodeForm({ action, onDone }: { action: string; onDone: () => void }) {
  const { form, register, error, sending } = useShortForm({ code: '' }, async ({ code }) => {
    const refusal = await enterRecoveryCode(code);
    if (!refusal) onDone();
    return refusal;
  });
  return (
    <form {...form}>
      <Field label="Código de recuperação" hint="São 10 letras e números, como K7M2P-9QXRA.">
        <Input
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={14}
          {...register('code')}
        />
      </Field>
      <FormError>{error}</FormError>
      <Button type="submit" block loading={sending} loadingText="Conferindo...">
        {action}
      </Button>
    </form>
  );
}
