import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { centavosText, parseCentavos } from '../../ui/form/parsing/typed-reais.ts';
import { UnreadPart } from '../../admin/lists/unread-part.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { isPaidInCash, RefundEffects } from './refund-effects.tsx';
import { RefundRifas } from './refund-rifas.tsx';

/** Overrides the general message of this code, which is about cancelling a rifa. */
const rejectionText = (error: Error) =>
  isApiError(error, 'SECOND_PERSON_REQUIRED')
    ? 'Cotas deste pedido já estão em uma lista lacrada. Feche e use “Devolver cotas lacradas”: uma segunda pessoa aprova.'
    : errorMessage(error);

/**
 * Refund in two steps: form, then confirmation with all its effects. One idempotency key covers both, so a double
 * click refunds once.
 */
export function RefundOrder({ history }: { history: PaymentHistory }) {
  const client = useQueryClient();
  const [requestId, setRequestId] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { refundableCentavos: left, returnable, orderId } = history;
  const [rifaIds, setRifaIds] = useState<string[]>([]);
  const [reais, setReais] = useState('');
  const [note, setNote] = useState('');
  const backButton = useRef<HTMLButtonElement>(null);
  const refund = useMutation(
    queries.admin.refundOrder.mutationOptions({
      onSuccess: () => {
        close();
        toast.success(
          isPaidInCash(history)
            ? 'Reembolso pedido. Ele está feito quando alguém anotar a entrega do dinheiro.'
            : 'Reembolso pedido. Ele aparece como feito quando o provedor o confirma.',
        );
        void client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const chosen = returnable.returned.filter(({ rifaId }) => rifaIds.includes(rifaId));
  const isAll = chosen.length === returnable.returned.length;
  const preview = useQuery({
    ...queries.admin.previewRefund.queryOptions({ input: { orderId, rifaIds } }),
    enabled: requestId !== null && chosen.length > 0 && !isAll,
    staleTime: 0,
  });
  const ofCotas = isAll ? returnable.centavos : (preview.data?.centavos ?? 0);
  const typed = parseCentavos(reais) ?? 0;
  const centavos = chosen.length > 0 ? ofCotas : typed;
  const isWrong = reais !== '' && chosen.length === 0 && (typed <= 0 || typed >= left);
  const isValid = centavos > 0 && !isWrong && note.trim().length >= 3;

  function open() {
    setRequestId(crypto.randomUUID());
    setRifaIds(returnable.returned.map(({ rifaId }) => rifaId));
    setReais('');
    setConfirming(false);
    refund.reset();
  }
  function close() {
    setRequestId(null);
  }
  /** Moves focus away from the confirm button, so a double click does not refund. */
  function askForConfirmation() {
    setConfirming(true);
    backButton.current?.focus();
  }
  function send() {
    if (!requestId) return;
    const selection = chosen.length > 0 ? { amountCentavos: null, rifaIds } : { amountCentavos: typed };
    refund.mutate({ orderId, requestId, note, ...selection });
  }

  return (
    <>
      <Button variant="danger" size="sm" onClick={open}>
        Reembolsar
      </Button>
      <Dialog
        open={requestId !== null}
        onOpenChange={(isOpen) => !isOpen && close()}
        title={isConfirming ? 'Confirmar o reembolso' : 'Reembolsar pedido'}
        footer={
          <div className="flex flex-wrap justify-end gap-3">
            <Button
              ref={backButton}
              variant="outline"
              onClick={() => (isConfirming ? setConfirming(false) : close())}
            >
              Voltar
            </Button>
            {isConfirming ? (
              <Button key="confirm" variant="danger" loading={refund.isPending} onClick={send}>
                Devolver {formatBrl(centavos)}
              </Button>
            ) : (
              <Button
                variant="secondary"
                loading={preview.isLoading}
                disabled={!isValid}
                onClick={askForConfirmation}
              >
                Continuar
              </Button>
            )}
          </div>
        }
      >
        {isConfirming ? (
          <RefundEffects history={history} chosen={chosen} centavos={centavos} />
        ) : (
          <div className="grid gap-4">
            <RefundRifas preview={returnable} chosen={rifaIds} onChange={setRifaIds} />
            {chosen.length === 0 && (
              <Field
                label="Valor em reais, com as cotas mantidas"
                hint={`Menos de ${formatBrl(left)}`}
                error={isWrong ? 'Confira o valor.' : undefined}
              >
                <Input
                  inputMode="decimal"
                  value={reais}
                  placeholder={centavosText(0)}
                  onChange={(event) => setReais(event.target.value)}
                />
              </Field>
            )}
            {preview.isError && (
              <UnreadPart query={preview} title="Não foi possível calcular quanto volta por estas rifas." />
            )}
            <Field label="Motivo" hint="Pelo menos 3 caracteres. Fica no histórico do pedido.">
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          </div>
        )}
        {refund.isError && <FormError className="mt-3">{rejectionText(refund.error)}</FormError>}
      </Dialog>
    </>
  );
}
