import type { ReactNode } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { readDraftTexts, saveTabDraft, useSavedTexts } from '../../../session/tab-draft.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, Input, Textarea } from '../../../ui/form/field.tsx';
import { unsentText } from '../../../ui/form/unsent-text.ts';
import { ACCEPTED_FILES, validateTicketFile } from '../ticket-files.ts';

interface WriteOnTicketProps {
  label: string;
  action: string;
  maxLength: number;
  /** Name of the draft that keeps an unsent text; without it no draft is kept. */
  draftName?: string;
  /** Reads the initial text, instead of that draft. */
  readDraft?: () => string;
  variant?: 'primary' | 'outline';
  /** Rejects if the text was not stored. The caller shows the error; the field keeps the text. */
  onSend: (text: string) => Promise<unknown>;
  /** Sends a photo or a PDF, as a message after the text. Without it, the form takes no files. */
  onAttach?: (file: File) => Promise<unknown>;
  /** Called on each input. */
  onTyping?: () => void;
  /** @returns why a text must not be sent yet */
  check?: (text: string) => string | undefined;
  /** Allows sending without a text, as there are other changes to send. */
  mayBeEmpty?: boolean;
  /** Called for '/' at the start of an empty text. */
  onSlash?: () => void;
  /** Shown between the text and the button. */
  renderPreview?: (text: string) => ReactNode;
  /** Tools above the field. `insert` adds to the text. */
  renderTools?: (insert: (text: string) => void) => ReactNode;
}

interface Fields {
  text: string;
  files?: FileList;
}

export function WriteOnTicket({
  label,
  action,
  maxLength,
  draftName,
  readDraft,
  variant,
  onSend,
  onAttach,
  onTyping,
  check,
  mayBeEmpty = false,
  onSlash,
  renderPreview,
  renderTools,
}: WriteOnTicketProps) {
  const draft = readDraft?.() ?? (draftName && readDraftTexts<Fields>(draftName).text);
  const form = useForm<Fields>({ defaultValues: { text: draft ?? '' } });
  const { register, handleSubmit, control, formState, getValues, resetField, setFocus, setValue } = form;
  useSavedTexts(form, draftName);
  const [text, files] = useWatch({ control, name: ['text', 'files'] });
  const isEmpty = text.trim() === '' && !files?.length && !mayBeEmpty;
  const send = handleSubmit(async ({ text, files }) => {
    const file = files?.[0];
    const byKeyboard = document.activeElement?.matches('button:focus-visible') ?? false;
    try {
      if (text.trim() !== '' || mayBeEmpty) {
        await onSend(text);
        const kept = unsentText(getValues('text'), text);
        resetField('text', { defaultValue: '' });
        if (kept !== '') setValue('text', kept);
        if (draftName) saveTabDraft(draftName, kept === '' ? null : { text: kept });
      }
      if (file && onAttach) {
        await onAttach(file);
        setValue('files', undefined);
      }
      // The button of an empty form loses the focus.
      if (byKeyboard) setFocus('text');
    } catch {
      // The caller shows the error. What was not sent stays in the form.
    }
  });
  const insert = (more: string) =>
    setValue('text', [getValues('text').trimEnd(), more].filter(Boolean).join('\n\n').slice(0, maxLength), {
      shouldValidate: true,
    });
  return (
    <form noValidate onSubmit={(event) => void send(event)} className="grid gap-3">
      {renderTools?.(insert)}
      <Field label={label} error={formState.errors.text?.message}>
        <Textarea
          rows={3}
          {...register('text', { validate: (text) => check?.(text), onChange: onTyping })}
          maxLength={maxLength}
          onKeyDown={(event) => {
            if (event.key !== '/' || !onSlash || getValues('text').trim() !== '') return;
            event.preventDefault();
            onSlash();
          }}
        />
      </Field>
      {renderPreview?.(text)}
      {onAttach && (
        <Field
          label="Foto ou PDF"
          optional
          hint="Um comprovante, por exemplo. Só quem escreveu e a equipe veem."
          error={formState.errors.files?.message}
        >
          <Input
            type="file"
            accept={ACCEPTED_FILES}
            {...register('files', { validate: validateTicketFile })}
          />
        </Field>
      )}
      <Button
        type="submit"
        size="sm"
        variant={variant}
        className="justify-self-start"
        disabled={isEmpty}
        loading={formState.isSubmitting}
        loadingText="Enviando..."
      >
        {action}
      </Button>
    </form>
  );
}
