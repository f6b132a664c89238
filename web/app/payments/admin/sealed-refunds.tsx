import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { adminTabLink } from '../../admin/admin-tabs.ts';
import { queries } from '../../api.ts';
import { approversSentence, requestedSentence } from '../../approvals/approval-labels.ts';
import { formatCotaNumber, formatCount, formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { FormError } from '../../ui/states.tsx';

type Sealed = PaymentHistory['returnable']['kept'][number];

const FORM = 'devolver-lacradas';

interface SealedRefundsProps {
  history: PaymentHistory;
}

/**
 * Requests the refund of cotas on a frozen list, under the two-person rule. One button per rifa; none while a request
 * for the order is open.
 */
export function SealedRefunds({ history }: SealedRefundsProps) {
  const [sealed, setSealed] = useState<Sealed | null>(null);
  const request = history.sealedRequest;
  if (request)
    return (
      <p className="basis-full">
        Devolução das cotas lacradas de {request.title} pedida em {formatDateTime(request.requestedAt)}.{' '}
        {request.isApproved ? (
          `Aprovada: sai em ${formatDateTime(request.effectiveAt)}.`
        ) : (
          <>
            Espera a segunda pessoa, em{' '}
            <Link to={adminTabLink('aprovacoes')} className="text-link">
              Aprovações
            </Link>
            ; sem ela, sai em {formatDateTime(request.effectiveAt)}.
          </>
        )}
      </p>
    );
  const found = history.returnable.kept.filter(({ reason }) => reason === 'DRAWN');
  return (
    <>
      {found.map((cotas) => (
        <Button key={cotas.rifaId} variant="outline" size="sm" onClick={() => setSealed(cotas)}>
          Devolver cotas lacradas de {cotas.title}
        </Button>
      ))}
      {sealed && <SealedRefundDialog history={history} sealed={sealed} onClose={() => setSealed(null)} />}
    </>
  );
}

interface SealedRefundDialogProps extends SealedRefundsProps {
  sealed: Sealed;
  onClose: () => void;
}

function SealedRefundDialog({ history, sealed, onClose }: SealedRefundDialogProps) {
  const client = useQueryClient();
  const { register, handleSubmit } = useForm({ defaultValues: { note: '' } });
  const approvers = useQuery({ ...queries.approvals.approvers.queryOptions(), staleTime: 0 });
  const request = useMutation(
    queries.admin.refundSealed.mutationOptions({
      onSuccess: async ({ effectiveAt }) => {
        toast.success(requestedSentence(effectiveAt));
        await Promise.all([
          client.invalidateQueries({ queryKey: queries.approvals.key() }),
          client.invalidateQueries({ queryKey: queries.admin.paymentHistory.key() }),
        ]);
        onClose();
      },
    }),
  );
  const { orderId, wins } = history;
  const { rifaId, quantity, title } = sealed;
  const submit = handleSubmit(({ note }) => request.mutate({ orderId, rifaId, note }));
  const ofRifa = wins.filter((win) => win.title === title);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Devolver cotas lacradas: ${title}`}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Voltar
          </Button>
          <Button type="submit" form={FORM} variant="danger" loading={request.isPending}>
            Pedir a devolução
          </Button>
        </div>
      }
    >
      <form id={FORM} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p>
          {formatCount(quantity, 'cota já está', 'cotas já estão')} na lista fechada do sorteio. O dinheiro
          volta para {history.buyer.name}, e o sorteio não muda. Precisa de duas pessoas e de um motivo
          público. {approvers.data && approversSentence(approvers.data)}
        </p>
        {ofRifa.map(({ totalNumbers, position, number }) => (
          <p key={position} className="font-semibold">
            Atenção: este pedido ganhou o {position}º prêmio, com o número{' '}
            {formatCotaNumber(number, totalNumbers)}. O prêmio continua com quem ganhou.
          </p>
        ))}
        <Field label="Motivo" hint="Aparece na página do sorteio. Não cite pessoas.">
          <Textarea rows={3} {...register('note')} required minLength={3} maxLength={500} />
        </Field>
        {request.isError && <FormError>{errorMessage(request.error)}</FormError>}
      </form>
    </Dialog>
  );
}
