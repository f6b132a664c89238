import { Link } from 'react-router';
import type { CancelledRefunds } from '@mare/contract/rifas/managed-rifa.ts';
import { Permitted } from '../../../admin/permissions/permitted.tsx';
import { formatBrl, formatCount } from '../../../format.ts';

const LABELS: Record<keyof CancelledRefunds, string> = {
  done: 'Devolvidos',
  underWay: 'A caminho',
  unasked: 'Na fila, ainda sem pedido de reembolso',
  waiting: 'Esperam uma pessoa',
  elsewhere: 'Recusados pelo provedor e resolvidos por outro meio',
};
const STAGES = Object.keys(LABELS) as (keyof CancelledRefunds)[];

interface CancelledRefundsListProps {
  rifaId: string;
  refunds: CancelledRefunds;
}

/** Progress of the refunds of a cancelled rifa. */
export function CancelledRefundsList({ rifaId, refunds }: CancelledRefundsListProps) {
  const shown = STAGES.filter((stage) => refunds[stage].orders > 0);
  return (
    <section aria-labelledby="reembolsos" className="grid gap-3 border-t border-line pt-5">
      <h2 id="reembolsos" className="text-lg">
        Reembolsos do cancelamento
      </h2>
      {shown.length === 0 && <p className="text-ink-soft">Nenhum pedido pago para devolver.</p>}
      <ul className="grid gap-2">
        {shown.map((stage) => (
          <li key={stage}>
            <strong>{LABELS[stage]}:</strong> {sizeOf(stage, refunds[stage])}
            {stage === 'waiting' && (
              <>
                {' '}
                Pode ser dinheiro a entregar em mãos, reembolso recusado, falta de saldo ou contestação.{' '}
                <Permitted to="view-money">
                  <Link to="/admin/pagamentos" className="text-link">
                    Resolver em Pagamentos
                  </Link>
                </Permitted>
              </>
            )}
          </li>
        ))}
      </ul>
      <Permitted to="view-orders">
        <Link to={`/admin/pedidos?rifa=${rifaId}`} className="text-link justify-self-start">
          Ver os pedidos desta rifa
        </Link>
      </Permitted>
    </section>
  );
}

/** Omits the amount of orders without a request, because the request decides which of their cotas stay. */
function sizeOf(stage: keyof CancelledRefunds, { orders, centavos }: CancelledRefunds['done']): string {
  const count = formatCount(orders, 'pedido', 'pedidos');
  return stage === 'unasked' ? `${count}.` : `${count}, ${formatBrl(centavos)}.`;
}
