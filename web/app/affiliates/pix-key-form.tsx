import { useState } from 'react';
import { sentenceFor } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Field, Input } from '../ui/form/field.tsx';

interface PixKeyFormProps {
  label: string;
  save: { mutate: (pixKey: string) => void; isPending: boolean; error: Error | null };
  /** Missing where there is nothing to go back to. */
  onCancel?: () => void;
  className?: string;
}

/** Where somebody is paid. */
export function PixKeyForm({ label, save, onCancel, className }: PixKeyFormProps) {
  const [typed, setTyped] = useState('');
  return (
    <form
      className={classNames('grid gap-3', className)}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate(typed);
      }}
    >
      <Field
        label={label}
        hint="CPF, CNPJ, celular, e-mail ou chave aleatória."
        error={save.error ? sentenceFor(save.error) : undefined}
      >
        <Input
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          disabled={typed.trim() === ''}
          loading={save.isPending}
        >
          Salvar chave
        </Button>
        {onCancel && (
          <Button size="sm" variant="quiet" onClick={onCancel}>
            Cancelar
          </Button>
        )}
      </div>
    </form>
  );
}
