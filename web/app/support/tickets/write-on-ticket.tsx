import { useState, type SubmitEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';

interface WriteOnTicketProps {
  label: string;
  action: string;
  maxLength: number;
  sending: boolean;
  variant?: 'primary' | 'outline';
  /** Takes the words; the field is emptied once they are kept. */
  onSend: (words: string, onKept: () => void) => void;
}

/** A field and a button to add to a ticket. */
export function WriteOnTicket({ label, action, maxLength, sending, variant, onSend }: WriteOnTicketProps) {
  const [words, setWords] = useState('');
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (words.trim() !== '') onSend(words, () => setWords(''));
  }
  return (
    <form onSubmit={send} className="grid gap-3">
      <Field label={label}>
        <Textarea
          rows={3}
          maxLength={maxLength}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </Field>
      <Button
        type="submit"
        size="sm"
        variant={variant}
        className="justify-self-start"
        disabled={words.trim() === ''}
        loading={sending}
        loadingText="Enviando..."
      >
        {action}
      </Button>
    </form>
  );
}
