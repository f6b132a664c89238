import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OrderPage, PixCharge } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { useIsDemo } from '../../document/site-facts.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { QrCode } from '../../ui/data-display/qr-code.tsx';
import { FormError } from '../../ui/states.tsx';

/** Creates and shows the Pix code of an order. The parent page polls for the payment. */
export function PixPayment({ order }: { order: OrderPage }) {
  const client = useQueryClient();
  const isDemo = useIsDemo();
  const input = { externalReference: order.externalReference };
  const start = useMutation(
    queries.orders.startPix.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.orders.page.queryKey({ input }) }),
    }),
  );
  return (
    <section className="grid gap-4" aria-label="Pagamento">
      <h2 className="text-xl">Pague {formatBrl(order.totalCentavos)} por Pix</h2>
      {order.pix ? (
        <PixCode pix={order.pix} />
      ) : (
        <Button icon="pix" block size="lg" loading={start.isPending} onClick={() => start.mutate(input)}>
          Gerar código Pix
        </Button>
      )}
      {start.isError && <FormError>{errorMessage(start.error)}</FormError>}
      {order.simulationUrl && (
        <a
          href={order.simulationUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'sun', block: true })}
        >
          <Icon name="dice" />
          Simular pagamento
        </a>
      )}
      {order.paymentUrl && (
        <a
          href={order.paymentUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', block: true })}
        >
          <Icon name="link" />
          {isDemo ? 'Abrir pagamento da demonstração' : 'Abrir pagamento no MercadoPago'}
        </a>
      )}
      <output className="flex items-center justify-center gap-2 text-sm text-ink-soft">
        <span aria-hidden className="size-2.5 shrink-0 animate-beat rounded-full bg-sea" />
        Aguardando o pagamento: esta página se atualiza sozinha.
      </output>
    </section>
  );
}

function PixCode({ pix }: { pix: PixCharge }) {
  return (
    <div className="grid gap-4">
      <QrCode text={pix.copyPaste} label="QR Code do Pix" />
      <Field label="Pix copia e cola">
        <Input
          readOnly
          value={pix.copyPaste}
          onFocus={(event) => event.target.select()}
          className="tabular text-sm"
        />
      </Field>
      <CopyButton text={pix.copyPaste} />
    </div>
  );
}

const COPIED_FOR_MS = 3000;

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      block
      size="lg"
      icon={copied ? 'check' : 'copy'}
      onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {copied ? 'Código copiado!' : 'Copiar código Pix'}
    </Button>
  );
}
