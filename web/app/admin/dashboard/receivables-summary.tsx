import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Receivables } from '@mare/contract/admin/settlements.ts';
import { queries } from '../../api.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { commissionsToDeduct } from '../commissions-to-deduct.ts';
import { QueryState } from '../lists/query-state.tsx';

/** Money that the provider still owes, and the commissions to pay from it. Requires the permission to see money. */
export function ReceivablesSummary() {
  const maySee = usePermission('view-money') === true;
  const money = useQuery({
    ...queries.admin.finance.receivables.queryOptions(),
    enabled: maySee,
    staleTime: 0,
  });
  if (!maySee) return null;
  return (
    <section aria-labelledby="a-receber">
      <Card padded className="grid gap-4">
        <div className="flex flex-wrap items-baseline justify-between gap-3">
          <h2 id="a-receber" className="text-2xl">
            Dinheiro a receber
          </h2>
          <Link to="/admin/financeiro" className="text-link">
            Ver no Financeiro
          </Link>
        </div>
        {money.isError && <QueryState query={money} />}
        {money.isPending && <Skeleton className="h-60 sm:h-22" />}
        {money.data && <Sums receivables={money.data} />}
      </Card>
    </section>
  );
}

function Sums({
  receivables: { open, payable, toDeduct, lines, net, transferred },
}: {
  receivables: Receivables;
}) {
  return (
    <dl className="grid gap-4 sm:grid-cols-3">
      <Sum
        label="Ainda não creditado"
        centavos={open.centavos}
        notes={[
          open.count === 0
            ? 'Nenhum pagamento esperando'
            : `${formatCount(open.count, 'pagamento', 'pagamentos')}, antes das tarifas`,
        ]}
      />
      <Sum
        label="No provedor, para sacar"
        centavos={net - transferred}
        notes={[lines === 0 ? 'Nenhum relatório ainda' : 'Já sem as tarifas']}
      />
      <Sum
        label="Comissões a pagar"
        centavos={payable.affiliates + payable.partners}
        notes={['A afiliados e parceiros, todo dia 15', ...commissionsToDeduct(toDeduct)]}
      />
    </dl>
  );
}

function Sum({ label, centavos, notes }: { label: string; centavos: number; notes: string[] }) {
  return (
    <div>
      <dt className="text-sm font-semibold text-ink-soft">{label}</dt>
      <dd className="tabular font-display text-xl font-bold">{formatBrl(centavos)}</dd>
      {notes.map((note) => (
        <dd key={note} className="text-sm text-ink-soft">
          {note}
        </dd>
      ))}
    </div>
  );
}
