import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CODE_LENGTH, CodeInput } from '../../../ui/form/code-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { useShortForm } from '../../use-short-form.ts';
import { enterWithCode, type OtherTokens } from './access-codes.ts';

interface AccessCodeEntryProps {
  accessId: string;
  /** Sentence that names the channel and the recipient of the code. */
  lead: string;
  backLabel: string;
  onBack: () => void;
  onEntered?: () => void;
  /** The code was correct, but another account has the e-mail address. */
  onOther?: (tokens: OtherTokens) => void;
}

/** Field for the code. The sixth digit submits it. */
export function AccessCodeEntry({
  accessId,
  lead,
  backLabel,
  onBack,
  onEntered,
  onOther,
}: AccessCodeEntryProps) {
  const [checking, setChecking] = useState(false);
  const { form, register, error } = useShortForm({ code: '' }, async ({ code }, empty) => {
    if (code.length !== CODE_LENGTH) return 'O código tem 6 números.';
    setChecking(true);
    let isOther = false;
    const failure = await enterWithCode(
      accessId,
      code,
      onOther &&
        ((tokens) => {
          isOther = true;
          onOther(tokens);
        }),
    );
    setChecking(false);
    if (failure?.isRejection) empty();
    if (!failure && !isOther) onEntered?.();
    return failure?.sentence ?? null;
  });
  return (
    <form {...form}>
      <Field label="Código de 6 números" hint={lead} error={error}>
        <CodeInput
          className="max-w-xs"
          field={{
            ...register('code'),
            onChange: ({ target }) => {
              if (target.value.length === CODE_LENGTH) target.form?.requestSubmit();
            },
          }}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" loading={checking} loadingText="Conferindo...">
          Entrar
        </Button>
        <Button variant="quiet" onClick={onBack}>
          {backLabel}
        </Button>
      </div>
    </form>
  );
}
