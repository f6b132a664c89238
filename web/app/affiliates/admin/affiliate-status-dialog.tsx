import { useForm } from 'react-hook-form';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';

interface AffiliateStatusDialogProps {
  name: string;
  /** Current status; the action changes it to the other one. */
  isActive: boolean;
  loading: boolean;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

/** Asks for the reason of suspending or reactivating, which the affiliate reads. */
export function AffiliateStatusDialog({
  name,
  isActive,
  loading,
  onClose,
  onConfirm,
}: AffiliateStatusDialogProps) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={isActive ? `Suspender ${name}?` : `Reativar ${name}?`}
      action={isActive ? 'Suspender' : 'Reativar'}
      variant={isActive ? 'danger' : 'secondary'}
      loading={loading}
      onConfirm={() => void handleSubmit(({ reason }) => onConfirm(reason.trim()))()}
    >
      <div className="grid gap-5">
        <p>
          {isActive
            ? 'O link deixa de contar cliques e vendas. O que já foi ganho continua a ser pago.'
            : 'O link volta a contar cliques e vendas a partir de agora.'}
        </p>
        <Field label="Motivo" hint="Quem divulga recebe este texto." error={formState.errors.reason?.message}>
          <Textarea
            rows={3}
            maxLength={300}
            {...register('reason', {
              validate: (typed) => typed.trim().length >= 3 || 'Escreva pelo menos 3 caracteres.',
            })}
          />
        </Field>
      </div>
    </ConfirmDialog>
  );
}
