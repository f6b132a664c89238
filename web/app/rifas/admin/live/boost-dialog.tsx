import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm, useWatch } from 'react-hook-form';
import type { NewBoost, RifaBoosts } from '@mare/contract/rifas/rifa-boost.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { COUPON_HOURS, suggestCouponCode, whatsAppText } from '@mare/domain/rifas/live/boost.ts';
import { queries } from '../../../api.ts';
import { formatCount, formatDateTime } from '../../../format.ts';
import { audienceExclusionSentence } from '../../../campaigns/admin/campaign-labels.ts';
import { errorMessage } from '../../../messages.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { copyText } from '../../../ui/copy.ts';
import { lazyToast } from '../../../ui/overlay/lazy-toast.ts';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { FormError } from '../../../ui/states.tsx';
import { Icon } from '../../../ui/style/icons.tsx';
import { type BoostFields, BoostFormFields } from './boost-form-fields.tsx';
import { basisText, expectedText } from './expected-sales.ts';
import { whatsAppLink } from '../../../ui/whatsapp-link.ts';
import { serverNow } from '../../../ui/server-clock.ts';

interface BoostDialogProps {
  rifa: ManagedRifa;
  facts: RifaBoosts;
  onClose: () => void;
  onSent: () => void;
}

const FORM = 'divulgar-rifa';
const USUAL_PERCENT = 10;

/** Sheet to write an announcement, see its audience, confirm it, and copy the text for WhatsApp. */
export function BoostDialog({ rifa, facts, onClose, onSent }: BoostDialogProps) {
  const [step, setStep] = useState<'write' | 'confirm' | 'sent'>('write');
  const [sentTo, setSentTo] = useState(facts.audience);
  const form = useForm<BoostFields>({
    defaultValues: {
      ...facts.suggestion,
      withCoupon: false,
      code: suggestCouponCode(rifa.title, USUAL_PERCENT),
      percent: String(USUAL_PERCENT),
      hours: String(COUPON_HOURS.usual),
    },
    mode: 'onTouched',
  });
  const boost = useMutation(
    queries.admin.rifas.boost.mutationOptions({
      onSuccess: () => {
        setSentTo(facts.audience);
        setStep('sent');
        onSent();
      },
      onError: () => setStep('write'),
    }),
  );
  const written = toBoost(useWatch({ control: form.control }) as BoostFields);
  const { people } = step === 'sent' ? sentTo : facts.audience;
  const reach = formatCount(people, 'pessoa', 'pessoas');
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={{ write: 'Divulgar esta rifa', confirm: 'Divulgar agora?', sent: 'Divulgação no ar' }[step]}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          {step === 'write' && (
            <>
              <Button variant="outline" onClick={onClose}>
                Voltar
              </Button>
              <Button type="submit" form={FORM} disabled={people === 0 || facts.nextFrom !== null}>
                Revisar
              </Button>
            </>
          )}
          {step === 'confirm' && (
            <>
              <Button variant="outline" onClick={() => setStep('write')}>
                Voltar
              </Button>
              <Button
                loading={boost.isPending}
                loadingText="Divulgando..."
                onClick={() => boost.mutate({ id: rifa.id, ...written })}
              >
                Divulgar para {reach}
              </Button>
            </>
          )}
          {step === 'sent' && <Button onClick={onClose}>Pronto</Button>}
        </div>
      }
    >
      {step === 'write' && (
        <FormProvider {...form}>
          <form
            id={FORM}
            noValidate
            className="grid gap-5"
            onSubmit={(event) => void form.handleSubmit(() => setStep('confirm'))(event)}
          >
            <Reach facts={facts} />
            {people > 0 && facts.nextFrom === null && <Expected expected={facts.expected} />}
            <BoostFormFields />
            <WhatsApp boost={written} url={facts.url} />
            {boost.isError && <FormError>{errorMessage(boost.error)}</FormError>}
          </form>
        </FormProvider>
      )}
      {step === 'confirm' && (
        <div className="grid gap-4">
          <p>
            Sai agora para {reach}, por notificação no site, push e e-mail, no horário que cada uma prefere.
            Uma rifa pode ser divulgada uma vez por dia.
          </p>
          <Expected expected={facts.expected} />
          <blockquote className="grid gap-2 rounded-md bg-sunken p-4 wrap-anywhere">
            <strong>{written.subject}</strong>
            <span className="whitespace-pre-line">{written.message}</span>
            {written.coupon && (
              <span>
                Cupom {written.coupon.code}: {written.coupon.percent}% por{' '}
                {formatCount(written.coupon.hours, 'hora', 'horas')}, só nesta rifa, uma vez por pessoa.
              </span>
            )}
          </blockquote>
        </div>
      )}
      {step === 'sent' && (
        <div className="grid gap-4">
          <p>
            A divulgação está saindo para {reach}. O resultado aparece em ‘Divulgação’, comparado com o mesmo
            tempo antes.
          </p>
          <WhatsApp boost={written} url={facts.url} />
        </div>
      )}
    </Dialog>
  );
}

function Reach({ facts: { audience, nextFrom } }: { facts: RifaBoosts }) {
  const { people, withPush, leftOut } = audience;
  if (nextFrom)
    return (
      <p className="rounded-md bg-warning-tint p-4 text-warning">
        Esta rifa já foi divulgada. A próxima pode sair a partir de {formatDateTime(nextFrom)}.
      </p>
    );
  return (
    <p className="rounded-md bg-sea-tint p-4">
      {people === 0 ? (
        'Ninguém que aceitou ofertas pode recebê-la agora. Use o texto para WhatsApp.'
      ) : (
        <>
          <strong>{formatCount(people, 'pessoa', 'pessoas')}</strong> que{' '}
          {people === 1 ? 'aceitou' : 'aceitaram'} receber ofertas.{' '}
          {withPush > 0 && `${formatCount(withPush, 'delas recebe', 'delas recebem')} também por push.`}
        </>
      )}{' '}
      {audienceExclusionSentence(leftOut)}
    </p>
  );
}

function Expected({ expected }: Pick<RifaBoosts, 'expected'>) {
  return (
    <p className="tabular">
      {expected ? (
        <>
          <strong>{expectedText(expected)}</strong>, pelo que cada pessoa comprou a partir{' '}
          {basisText(expected)}. É uma estimativa, não uma promessa.
        </>
      ) : (
        'Efeito esperado: ainda sem envios para comparar.'
      )}
    </p>
  );
}

function WhatsApp({ boost: { message, coupon }, url }: { boost: NewBoost; url: string }) {
  const [now] = useState(() => serverNow().getTime());
  const until = new Date(now + (coupon?.hours ?? 0) * 3_600_000);
  const text = whatsAppText(message, coupon && { ...coupon, until }, url);
  const copy = async () => {
    if (await copyText(text)) lazyToast.success('Texto copiado!');
    else lazyToast.error('Não foi possível copiar o texto.');
  };
  return (
    <section aria-label="Texto para WhatsApp" className="grid gap-3 border-t border-line pt-5">
      <h3 className="text-sm font-bold">Texto para WhatsApp</h3>
      <p className="rounded-md bg-sunken p-4 text-sm wrap-anywhere whitespace-pre-line">{text}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" size="sm" icon="copy" onClick={() => void copy()}>
          Copiar texto
        </Button>
        <a
          href={whatsAppLink(text)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'outline', size: 'sm' })}
        >
          <Icon name="whatsapp" />
          Abrir no WhatsApp
        </a>
      </div>
    </section>
  );
}

function toBoost({ subject, message, withCoupon, code, percent, hours }: BoostFields): NewBoost {
  return {
    subject: subject.trim(),
    message: message.trim(),
    coupon: withCoupon
      ? { code: code.trim().toUpperCase(), percent: Number(percent), hours: Number(hours) }
      : null,
  };
}
