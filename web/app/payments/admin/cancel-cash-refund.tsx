import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';
import { validateNote } from './validate-note.ts';

const FORM = 'cancelar-devolucao';

interface CancelCashRefundProps {
  refundId: string;
  /** Distinguishes buttons with the same text for screen readers. */
  name: string;
}

/** Cancels a cash refund before its hand-over, with a reason: the buyer keeps the cotas. */
export function CancelCashRefund({ refundId, name }: CancelCashRefundProps) {
  const [open, setOpen] = useState(false);
  const client = useQueryClient();
  const { register, handleSubmit, formState } = useForm({ defaultValues: { note: '' } });
  const cancel = useMutation(
    queries.admin.cancelCashRefund.mutationOptions({
      onSuccess: async () => {
        toast.success('Devolução cancelada: as cotas continuam com quem comprou.');
        setOpen(false);
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
      onError: (error) => {
        if (isApiError(error, 'CASH_REFUND_FINAL'))
          void client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const submit = handleSubmit(({ note }) => cancel.mutate({ refundId, note }));
  return (
    <>
      <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        Cancelar a devolução
        <span className="sr-only">: {name}</span>
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Cancelar a devolução em dinheiro"
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="outline" onClick={() => setOpen(false)}>
              Voltar
            </Button>
            <Button type="submit" form={FORM} variant="danger" loading={cancel.isPending}>
              Cancelar a devolução
            </Button>
          </div>
        }
      >
        <form id={FORM} className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <p>
            Use quando nada foi entregue e a pessoa prefere ficar com as cotas: o pedido continua pago, as
            cotas valem, e ela é avisada. Você pode pedir a devolução de novo depois.
          </p>
          <Field
            label="Motivo"
            hint="Fica no histórico do pedido."
            error={formState.errors.note?.message ?? undefined}
          >
            <Textarea rows={2} maxLength={500} {...register('note', { validate: validateNote })} />
          </Field>
          {cancel.isError && <FormError>{errorMessage(cancel.error)}</FormError>}
        </form>
      </Dialog>
    </>
  );
}
