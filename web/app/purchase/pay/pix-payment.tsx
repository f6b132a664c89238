import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { OrderPage, PixCharge } from '@mare/contract/orders/orders.ts';
import { queries } from '../../api.ts';
import { useHasPaymentPage, useIsDemo } from '../../document/site-facts.ts';
import { formatBrl } from '../../format.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Field, Input } from '../../ui/form/field.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { QrCode } from '../../ui/data-display/qr-code.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { HoldCountdown, HoldEnded } from './hold-countdown.tsx';
import { useHostedPayment } from './hosted-payment.ts';
import type { TimedAnswer } from './seconds-left.ts';
import { useHasPassed, useReceivedAt } from './use-seconds-left.ts';

/** Pays an order while its cotas are reserved. The parent page polls for the payment. */
export function PixPayment({ order }: { order: OrderPage }) {
  const input = { externalReference: order.externalReference };
  const receivedAt = useReceivedAt(queries.orders.page.queryKey({ input }));
  const answer = { answeredAt: order.now, receivedAt };
  const hasEnded = useHasPassed(order.holdExpiresAt, answer);
  return hasEnded ? (
    <section className="grid gap-4" aria-label="Pagamento">
      <HoldEnded />
      <p>Se você já pagou, não pague de novo: o pedido se confirma sozinho, ou o valor é devolvido.</p>
      <Polling />
    </section>
  ) : (
    <OpenPayment order={order} answer={answer} />
  );
}

/** Shows the Pix code, or creates it. */
function OpenPayment({ order, answer }: { order: OrderPage; answer: TimedAnswer }) {
  const client = useQueryClient();
  const isDemo = useIsDemo();
  const hasPaymentPage = useHasPaymentPage();
  const input = { externalReference: order.externalReference };
  const start = useMutation(
    queries.orders.startPix.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: queries.orders.page.queryKey({ input }) }),
    }),
  );
  const hosted = useHostedPayment(order.externalReference);
  const hostedLabel = isDemo ? 'Abrir pagamento da demonstração' : 'Abrir pagamento no MercadoPago';
  const shell = useFocusNext<HTMLElement>(order.pix ? 'code' : 'none');
  const countdown = <HoldCountdown until={order.holdExpiresAt} answer={answer} />;
  return (
    <section ref={shell} className="grid gap-4" aria-label="Pagamento">
      <h2 tabIndex={-1} className="text-xl outline-none">
        Pague {formatBrl(order.totalCentavos)} por Pix
      </h2>
      {order.pix ? (
        <PixCode pix={order.pix}>{countdown}</PixCode>
      ) : (
        <>
          {countdown}
          <Button icon="pix" block size="lg" loading={start.isPending} onClick={() => start.mutate(input)}>
            Gerar código Pix
          </Button>
        </>
      )}
      {start.isError && <FormError>{describeFault(start.error)}</FormError>}
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
      {order.paymentUrl ? (
        <a
          href={order.paymentUrl}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', block: true })}
        >
          <Icon name="link" />
          {hostedLabel}
        </a>
      ) : (
        hasPaymentPage && (
          <Button variant="outline" block icon="link" loading={hosted.isPending} onClick={hosted.start}>
            {hostedLabel}
          </Button>
        )
      )}
      {hosted.error && <FormError>{describeFault(hosted.error)}</FormError>}
      <Polling />
    </section>
  );
}

function Polling() {
  return (
    <output className="flex items-center justify-center gap-2 text-sm text-ink-soft">
      <span aria-hidden className="size-2.5 shrink-0 animate-beat rounded-full bg-sea" />
      Aguardando o pagamento: esta página se atualiza sozinha.
    </output>
  );
}

/** Unlike the checkout's sentence, states what happens to the cotas. */
function describeFault(error: unknown): string {
  return isApiError(error, 'PAYMENT_UNAVAILABLE')
    ? 'O provedor de pagamentos não respondeu. Suas cotas continuam reservadas: tente de novo em instantes.'
    : errorMessage(error);
}

/**
 * On a phone the code is copied into the bank's app, so the button stays visible with the countdown; the QR code is
 * for another screen. `--pay-top` is their sticky offset, below the site's header by default.
 */
function PixCode({ pix, children }: { pix: PixCharge; children: ReactNode }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-2 bg-surface max-sm:sticky low-window:static max-sm:top-(--pay-top,4.3rem) max-sm:z-10 max-sm:-mx-5 max-sm:px-5 max-sm:py-2 sm:contents">
        <div className="sm:-order-2">{children}</div>
        <CopyButton text={pix.copyPaste} />
      </div>
      <p className="text-center text-sm text-ink-soft">
        Cole o código no app do seu banco, em Pix copia e cola, ou leia o QR Code com outro aparelho.
      </p>
      <div className="sm:-order-1">
        <QrCode text={pix.copyPaste} label="QR Code do Pix" />
      </div>
      <Field label="Pix copia e cola">
        <Input
          readOnly
          value={pix.copyPaste}
          onFocus={(event) => event.target.select()}
          className="tabular text-sm"
        />
      </Field>
    </div>
  );
}

const COPIED_FOR_MS = 3000;

function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState(null), COPIED_FOR_MS);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => setState((await copyText(text)) ? 'copied' : 'failed');
  return (
    <>
      {/* A live region of its own, so that it is announced once within the live order. */}
      <Button
        block
        size="lg"
        icon={state === 'copied' ? 'check' : 'copy'}
        aria-live="off"
        onClick={() => void copy()}
      >
        {state === 'copied' ? 'Código copiado!' : 'Copiar código Pix'}
      </Button>
      <LiveRegion className="sr-only">{state === 'copied' && 'Código copiado!'}</LiveRegion>
      {state === 'failed' && (
        <FormError>O navegador não deixou copiar. Toque no código abaixo e copie por lá.</FormError>
      )}
    </>
  );
}
