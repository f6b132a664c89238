import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { PaymentHistory } from '@mare/contract/payments/payments.ts';
import { queries } from '../../api.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { centavosText, parseCentavos } from '../../ui/form/typed-reais.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Field, Input, Textarea } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';

/** Refund in two steps: form, then confirmation. One idempotency key covers both, so a double click refunds once. */
export function RefundOrder({ history }: { history: PaymentHistory }) {
  const client = useQueryClient();
  const [requestId, setRequestId] = useState<string | null>(null);
  const [isConfirming, setConfirming] = useState(false);
  const [reais, setReais] = useState('');
  const [note, setNote] = useState('');
  const backButton = useRef<HTMLButtonElement>(null);
  const refund = useMutation(
    queries.admin.refundOrder.mutationOptions({
      onSuccess: async () => {
        close();
        await client.invalidateQueries({ queryKey: queries.admin.key() });
      },
    }),
  );
  const { refundableCentavos: left, orderId } = history;
  const centavos = parseCentavos(reais) ?? 0;
  const isValid = centavos > 0 && centavos <= left && note.trim().length >= 3;

  function open() {
    setRequestId(crypto.randomUUID());
    setReais(centavosText(left));
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
    if (requestId)
      refund.mutate({ orderId, requestId, note, amountCentavos: centavos === left ? null : centavos });
  }

  return (
    <>
      <Button variant="danger" size="sm" onClick={open}>
        Reembolsar
      </Button>
      <Dialog
        open={requestId !== null}
        onOpenChange={(wanted) => !wanted && close()}
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
              <Button variant="secondary" disabled={!isValid} onClick={askForConfirmation}>
                Continuar
              </Button>
            )}
          </div>
        }
      >
        {isConfirming ? (
          <p>
            {formatBrl(centavos)} voltam para {history.buyer.name}.{' '}
            {centavos === left
              ? 'As cotas deixam de valer e voltam à venda.'
              : 'As cotas continuam com o comprador.'}{' '}
            Isto não pode ser desfeito.
          </p>
        ) : (
          <div className="grid gap-4">
            <Field
              label="Valor em reais"
              hint={`Até ${formatBrl(left)}`}
              error={reais && (centavos <= 0 || centavos > left) ? 'Confira o valor.' : undefined}
            >
              <Input inputMode="decimal" value={reais} onChange={(event) => setReais(event.target.value)} />
            </Field>
            <Field label="Motivo">
              <Textarea
                rows={2}
                maxLength={500}
                value={note}
                onChange={(event) => setNote(event.target.value)}
              />
            </Field>
          </div>
        )}
        {refund.isError && <FormError className="mt-3">{errorMessage(refund.error)}</FormError>}
      </Dialog>
    </>
  );
}
