import { useForm, useWatch } from 'react-hook-form';
import { errorMessage } from '../messages.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/style/class-names.ts';
import { Field, Input } from '../ui/form/field.tsx';

interface PixKeyFormProps {
  label: string;
  save: { mutate: (pixKey: string) => void; isPending: boolean; error: Error | null };
  onCancel?: () => void;
  className?: string;
}

export function PixKeyForm({ label, save, onCancel, className }: PixKeyFormProps) {
  const { register, handleSubmit, control } = useForm({ defaultValues: { pixKey: '' } });
  const typed = useWatch({ control, name: 'pixKey' });
  return (
    <form
      className={classNames('grid gap-3', className)}
      onSubmit={(event) => void handleSubmit(({ pixKey }) => save.mutate(pixKey))(event)}
    >
      <Field
        label={label}
        hint="CPF, CNPJ, celular, e-mail ou chave aleatória."
        error={save.error ? errorMessage(save.error) : undefined}
      >
        <Input maxLength={100} autoComplete="off" {...register('pixKey')} />
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
