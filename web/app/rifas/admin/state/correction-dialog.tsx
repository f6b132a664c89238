import { useForm } from 'react-hook-form';
import type { Correction } from '@mare/domain/rifas/corrections/published-changes.ts';
import type { ReactNode } from 'react';
import { CorrectedParts } from '../../../rifa-display/corrected-parts.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, Textarea } from '../../../ui/form/field.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';

interface CorrectionDialogProps {
  corrections: readonly Correction[];
  hasBuyers: boolean;
  saving: boolean;
  /** Error of the last save. */
  failure: ReactNode;
  onClose: () => void;
  onConfirm: (reason: string) => void;
}

const FORM = 'corrigir-rifa';

/** Shows the old and the new text of a published rifa, and asks for the public reason. */
export function CorrectionDialog(props: CorrectionDialogProps) {
  const { corrections, hasBuyers, saving, failure, onClose, onConfirm } = props;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { reason: '' } });
  const submit = handleSubmit(({ reason }) => onConfirm(reason.trim()));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Corrigir a rifa publicada"
      size="lg"
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={FORM} variant="primary" loading={saving}>
            Anunciar a correção
          </Button>
        </div>
      }
    >
      <form id={FORM} noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <p>
          Quem comprou conta com o que está publicado. A correção fica em ‘Correções’, na página da rifa, e
          não pode ser apagada.
          {hasBuyers && ' Quem tem cotas recebe um aviso no site e por e-mail.'}
        </p>
        <CorrectedParts changes={corrections} />
        <Field
          label="Motivo"
          hint="Aparece na página da rifa e no aviso. Não cite pessoas."
          error={formState.errors.reason?.message}
        >
          <Textarea
            rows={3}
            maxLength={500}
            {...register('reason', {
              validate: (reason) => reason.trim().length >= 3 || 'Conte por que a rifa muda.',
            })}
          />
        </Field>
        {failure}
      </form>
    </Dialog>
  );
}
