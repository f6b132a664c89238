import { useForm, useWatch } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';

interface WriteOnTicketProps {
  label: string;
  action: string;
  maxLength: number;
  sending: boolean;
  variant?: 'primary' | 'outline';
  /** Must call `onSaved` once the text is stored, which clears the field. */
  onSend: (text: string, onSaved: () => void) => void;
}

export function WriteOnTicket({ label, action, maxLength, sending, variant, onSend }: WriteOnTicketProps) {
  const { register, handleSubmit, control, reset } = useForm({ defaultValues: { text: '' } });
  const isBlank = useWatch({ control, name: 'text' }).trim() === '';
  const send = handleSubmit(({ text }) => {
    if (!isBlank) onSend(text, () => reset());
  });
  return (
    <form onSubmit={(event) => void send(event)} className="grid gap-3">
      <Field label={label}>
        <Textarea rows={3} {...register('text')} maxLength={maxLength} />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant={variant}
        className="justify-self-start"
        disabled={isBlank}
        loading={sending}
        loadingText="Enviando..."
      >
        {action}
      </Button>
    </form>
  );
}
