import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { validateNote } from './validate-note.ts';

const FORM = 'desfazer-entrega';

interface UndoHandOverProps {
  /** A cash refund that was recorded as handed over. */
  refund: PaymentHistory['refunds'][number];
}

/** Undoes a hand-over that was recorded by mistake, with a reason. */
export function UndoHandOver({ refund }: UndoHandOverProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="mt-1">
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        Desfazer a entrega
        <span className="sr-only"> de {formatBrl(refund.amountCentavos)}</span>
      </Button>
      {open && <UndoDialog refund={refund} onClose={() => setOpen(false)} />}
    </div>
  );
}

function UndoDialog({ refund, onClose }: UndoHandOverProps & { onClose: () => void }) {
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } });
  const undo = useMutation(
    queries.admin.undoHandOver.mutationOptions({
      onSuccess: async () => {
        toast.success('Entrega desfeita: o valor está de novo na lista do dinheiro a devolver.');
        await client.invalidateQueries({ queryKey: queries.admin.key() });
        onClose();
      },
      onError: (error) => {
        if (isApiError(error, 'VERSION_CONFLICT'))
          void client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const { id: refundId, handOvers, amountCentavos } = refund;
  const submit = handleSubmit(({ note }) => undo.mutate({ refundId, handOvers, note }));
  const amount = formatBrl(amountCentavos);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Desfazer a entrega de ${amount}`}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={FORM} variant="danger" loading={undo.isPending}>
            Desfazer a entrega
          </Button>
        </div>
      }
    >
      <form id={FORM} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          Use quando a entrega foi anotada por engano: {amount} voltam ao caixa e à lista do dinheiro a
          devolver, e o comprador é avisado de que ainda vai receber. As cotas continuam devolvidas. A entrega
          anotada e quem a desfez ficam no histórico.
        </p>
        <Field
          label="Motivo"
          hint="Fica no histórico do pedido e na lista."
          error={formState.errors.note?.message}
        >
          <Textarea rows={2} maxLength={500} {...register('note', { validate: validateNote })} />
        </Field>
        {undo.isError && (
          <FormError>
            {isApiError(undo.error, 'VERSION_CONFLICT')
              ? 'Esta entrega já foi desfeita, ou anotada de novo. Feche e veja o histórico.'
              : errorMessage(undo.error)}
          </FormError>
        )}
      </form>
    </Dialog>
  );
}
