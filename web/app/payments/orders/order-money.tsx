import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { Section } from '../../admin/people/person-section.tsx';
import { formatBrl, formatDateTime } from '../../format.ts';
import { accountLabel } from '../finance/finance-labels.ts';

const postings: Record<string, string> = {
  in: 'Dinheiro recebido',
  pix: 'Pix recebido na conta',
  settle: 'Pedido pago',
  discount: 'Desconto',
  'fix-order': 'Correção por duas pessoas',
  'fix-payment': 'Correção por duas pessoas',
  fee: 'Tarifa do provedor',
  out: 'Dinheiro devolvido',
  undo: 'Entrega em dinheiro desfeita',
  again: 'Dinheiro entregue depois',
  cb: 'Contestação perdida',
  cb_won: 'Contestação revertida pelo banco',
  commission: 'Comissão',
  commission_reversal: 'Comissão estornada',
  commission_restored: 'Comissão devolvida a quem indicou',
};

const webhookTopics: Record<string, string> = {
  payment: 'pagamento',
  merchant_order: 'compra',
  chargeback: 'contestação',
};

const webhookStates: Record<string, string> = {
  pending: 'na fila',
  processing: 'sendo lido',
  done: 'lido',
  dead: 'não pôde ser lido',
};

/** Ledger entries and the provider's webhooks. Nothing for callers who may not see money. */
export function OrderMoney({ order: { ledger, webhooks } }: { order: OrderDetail }) {
  if (!ledger || !webhooks) return null;
  return (
    <Section title="Livro-caixa">
      {ledger.length === 0 && <p className="text-ink-soft">Nenhum dinheiro ainda.</p>}
      <ul className="grid gap-2 text-sm">
        {ledger.map((entry) => (
          <li key={entry.id} className="flex justify-between gap-4">
            <span className="min-w-0 wrap-anywhere">
              {postings[entry.kind] ?? entry.kind}: {accountLabel(entry.account)}
              {entry.rifaTitle && ` · ${entry.rifaTitle}`}
              <span className="block text-ink-soft">{formatDateTime(entry.at)}</span>
            </span>
            <span className="tabular shrink-0">{formatBrl(entry.centavos)}</span>
          </li>
        ))}
      </ul>
      {webhooks.length > 0 && (
        <>
          <h3 className="font-bold">Avisos do provedor</h3>
          <ul className="grid gap-2 text-sm">
            {webhooks.map((webhook) => (
              <li key={webhook.id} className="wrap-anywhere">
                {formatDateTime(webhook.receivedAt)} · {webhookTopics[webhook.topic] ?? webhook.topic},{' '}
                {webhookStates[webhook.status] ?? webhook.status}
                {webhook.hits > 1 && `, ${webhook.hits} vezes`}
                {webhook.error && ` (${webhook.error})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
