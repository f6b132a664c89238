import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatCount } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { ExportButton } from '../export-button.tsx';
import { Permitted } from '../permitted.tsx';

interface SelectedOrdersProps {
  ids: readonly string[];
  onDone: () => void;
}

const counted = (ids: readonly string[]) => formatCount(ids.length, 'pedido', 'pedidos');

/** What can be done with the chosen orders. */
export function SelectedOrders({ ids, onDone }: SelectedOrdersProps) {
  const [asked, setAsked] = useState<'note' | 'receipts' | null>(null);
  const close = () => setAsked(null);
  const dialog = { ids, onDone, onClose: close };
  return (
    <section
      aria-label="Pedidos escolhidos"
      className="sticky bottom-2 z-10 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-page p-3 shadow-soft"
    >
      <p className="mr-auto font-semibold" aria-live="polite">
        {formatCount(ids.length, 'escolhido', 'escolhidos')}
      </p>
      <Permitted to="work-on-orders">
        <Button variant="outline" size="sm" onClick={() => setAsked('receipts')}>
          Reenviar recibos
        </Button>
        <Button variant="outline" size="sm" onClick={() => setAsked('note')}>
          Anotar
        </Button>
      </Permitted>
      <ExportButton list="pedidos" search={{ ids: ids.join(',') }} label="Exportar" />
      {asked === 'note' && <NoteDialog {...dialog} />}
      {asked === 'receipts' && <ReceiptsDialog {...dialog} />}
    </section>
  );
}

type DialogProps = SelectedOrdersProps & { onClose: () => void };

function NoteDialog({ ids, onDone, onClose }: DialogProps) {
  const client = useQueryClient();
  const { register, control, handleSubmit } = useForm({ defaultValues: { note: '' } });
  const note = useWatch({ control, name: 'note' });
  const add = useMutation(
    queries.admin.orders.addNotes.mutationOptions({
      onSuccess: async ({ done }) => {
        toast.success(`Anotado em ${formatCount(done, 'pedido', 'pedidos')}.`);
        onDone();
        await client.invalidateQueries({ queryKey: queries.admin.orders.key() });
      },
    }),
  );
  const submit = handleSubmit((fields) => add.mutate({ ids: [...ids], ...fields }));
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Anotar em ${counted(ids)}`}
      action="Anotar"
      variant="secondary"
      disabled={note.trim() === ''}
      loading={add.isPending}
      onConfirm={() => void submit()}
    >
      <Field label="Anotação" hint="Só a equipe lê. Fica na página de cada pedido.">
        <Textarea rows={3} maxLength={2000} {...register('note')} />
      </Field>
      {add.isError && <FormError className="mt-3">{errorMessage(add.error)}</FormError>}
    </ConfirmDialog>
  );
}

function ReceiptsDialog({ ids, onDone, onClose }: DialogProps) {
  // One key for the dialog: a repeated press sends each receipt once.
  const [requestId] = useState(() => crypto.randomUUID());
  const resend = useMutation(
    queries.admin.orders.resendReceipts.mutationOptions({
      onSuccess: ({ done, skipped }) => {
        const left = skipped > 0 ? { description: leftOut(skipped) } : {};
        if (done === 0) toast.error('Nenhum recibo enviado.', left);
        else toast.success(`${formatCount(done, 'recibo', 'recibos')} a caminho!`, left);
        onDone();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Reenviar recibos de ${counted(ids)}`}
      action="Reenviar"
      variant="secondary"
      loading={resend.isPending}
      onConfirm={() => resend.mutate({ ids: [...ids], requestId })}
    >
      <p>
        Cada comprador recebe o e-mail do recibo outra vez. Pedidos ainda não pagos ou sem e-mail ficam de
        fora. Um e-mail enviado não volta.
      </p>
      {resend.isError && <FormError className="mt-3">{errorMessage(resend.error)}</FormError>}
    </ConfirmDialog>
  );
}

function leftOut(skipped: number): string {
  const orders = formatCount(skipped, 'pedido ficou', 'pedidos ficaram');
  return `${orders} de fora: sem pagamento, sem e-mail ou com recibo enviado há pouco.`;
}
