import { useQuery } from '@tanstack/react-query';
import { queries } from '../api.ts';
import { formatInteger, formatPercent } from '../format.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, ErrorState, Skeleton } from '../ui/states.tsx';

/** How far people come, measured of those who allow it. */
export function Behaviour() {
  const answer = useQuery({ ...queries.personalization.behaviour.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="comportamento" className="grid gap-4">
      <h2 id="comportamento" className="text-2xl">
        Comportamento <span className="text-base font-normal text-ink-soft">últimos 30 dias, medido</span>
      </h2>
      {answer.isPending && <Skeleton className="h-40" />}
      {answer.isError && !answer.data && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => void answer.refetch()} />
      )}
      {answer.data?.people === 0 && (
        <EmptyState icon="users" title="Nada medido ainda">
          Só contam as pessoas com conta que aceitaram a medição.
        </EmptyState>
      )}
      {answer.data && answer.data.people > 0 && <Steps {...answer.data} />}
    </section>
  );
}

interface StepsProps {
  people: number;
  sawRifa: number;
  addedToCart: number;
  startedCheckout: number;
}

function Steps({ people, sawRifa, addedToCart, startedCheckout }: StepsProps) {
  const steps = [
    ['Visitaram o site', people],
    ['Viram uma rifa', sawRifa],
    ['Puseram no carrinho', addedToCart],
    ['Chegaram ao pagamento', startedCheckout],
  ] as const;
  return (
    <Card padded className="grid gap-3">
      <ul className="grid gap-3">
        {steps.map(([label, count]) => (
          <li key={label} className="grid gap-1">
            <span className="flex justify-between gap-4 text-sm">
              {label}
              <span className="tabular font-bold">
                {formatInteger(count)} · {formatPercent((count / people) * 100)}
              </span>
            </span>
            <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <div className="h-full rounded-full bg-sea" style={{ width: `${(count / people) * 100}%` }} />
            </div>
          </li>
        ))}
      </ul>
      <p className="text-sm text-ink-soft">Só de quem tem conta e aceitou a medição.</p>
    </Card>
  );
}
