import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Field, Input } from '../ui/form/field.tsx';
import { FormError } from '../ui/states.tsx';
import { useFocusNext } from '../ui/focus/use-focus-next.ts';
import { enterRecoveryCode } from './security/passkeys.ts';
import { useShortForm } from './use-short-form.ts';

interface RecoveryCodeProps {
  /** Label of the form's button. */
  action: string;
  onDone: () => void;
}

/** Offers to enter a recovery code in place of the second factor. */
export function RecoveryCodeOption(props: RecoveryCodeProps) {
  const [isChosen, setChosen] = useState(false);
  // Moves focus: the form replaces the pressed button.
  const shell = useFocusNext<HTMLDivElement>(isChosen ? 'form' : 'button');
  return (
    <div ref={shell} className="grid">
      {isChosen ? (
        <RecoveryCodeForm {...props} />
      ) : (
        <button type="button" className="text-link justify-self-center" onClick={() => setChosen(true)}>
          Usar um código de recuperação
        </button>
      )}
    </div>
  );
}

function RecoveryCodeForm({ action, onDone }: RecoveryCodeProps) {
  const { form, register, error, sending } = useShortForm({ code: '' }, async ({ code }) => {
    const failure = await enterRecoveryCode(code);
    if (!failure) onDone();
    return failure;
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
