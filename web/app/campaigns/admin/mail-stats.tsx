import type { MailStats } from '@mare/contract/campaigns/mail-content.ts';
import { LAST_TOUCH_DAYS } from '@mare/domain/campaigns/last-touch.ts';
import { formatBrl, formatCount, formatInteger, formatPercent } from '../../format.ts';

/** Delivery statistics of mails. Open and click rates count only recipients who consented to measurement. */
export function MailStatList({ stats, label }: { stats: MailStats; label: string }) {
  const {
    sent,
    delivered,
    measured,
    opened,
    clicked,
    unsubscribed,
    bounced,
    orders,
    buyers,
    revenueCentavos,
  } = stats;
  const share = (part: number, total: number) => (total === 0 ? '–' : formatPercent((part / total) * 100));
  const entries = [
    { name: 'Enviados', value: formatInteger(sent), note: null },
    { name: 'Entregues', value: formatInteger(delivered), note: share(delivered, sent) },
    { name: 'Devolvidos', value: formatInteger(bounced), note: share(bounced, sent) },
    { name: 'Abertos', value: formatInteger(opened), note: share(opened, measured) },
    { name: 'Clicados', value: formatInteger(clicked), note: share(clicked, measured) },
    { name: 'Descadastros', value: formatInteger(unsubscribed), note: share(unsubscribed, delivered) },
    {
      name: 'Pedidos pagos',
      value: formatInteger(orders),
      note: orders === 0 ? null : `de ${formatCount(buyers, 'clique', 'cliques')}`,
    },
    { name: 'Receita', value: formatBrl(revenueCentavos), note: null },
  ];
  return (
    <dl aria-label={label} className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
      {entries.map(({ name, value, note }) => (
        <div key={name}>
          <dt className="text-sm text-ink-soft">{name}</dt>
          <dd className="tabular">
            <strong className="font-display text-xl">{value}</strong>
            {note && <span className="ml-1.5 text-sm text-ink-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Explains how the rates are computed. */
export function MailStatNote() {
  return (
    <p className="text-sm text-ink-soft">
      Entregues são os que o servidor de e-mail aceitou; devolvidos, os de endereços que não existem mais, aos
      quais não se escreve de novo. Aberturas e cliques só são medidos de quem aceitou a medição, e as
      porcentagens contam só essas pessoas. Cada pedido pago conta para o último e-mail clicado, se foi até{' '}
      {LAST_TOUCH_DAYS} dias antes, e quem clicou uma vez pode ter feito vários pedidos; o valor devolvido é
      descontado.
    </p>
  );
}
