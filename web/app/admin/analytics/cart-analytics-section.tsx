import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CartAnalytics } from '@mare/contract/cart/cart.ts';
import {
  abandonmentLabel,
  ANALYTICS_WINDOW_DAYS,
  ESTIMATED_EXITS,
  ESTIMATED_FUNNEL,
  recoveryLabel,
} from '@mare/domain/cart/abandonment.ts';
import { QueryState } from '../lists/query-state.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatCount, formatInteger, formatPercent } from '../../format.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Card } from '../../ui/card.tsx';

/** Carts of the last 30 days: measured values first, then estimates, labelled as such. */
export function CartAnalyticsSection() {
  const analytics = useQuery({ ...queries.cart.analytics.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="carrinhos" className="grid gap-4">
      <h2 id="carrinhos" className="text-2xl">
        Carrinhos abandonados{' '}
        <span className="text-base font-normal text-ink-soft">últimos {ANALYTICS_WINDOW_DAYS} dias</span>
      </h2>
      <QueryState query={analytics} />
      {analytics.data && <Measured {...analytics.data} />}
      <div className="grid gap-4 md:grid-cols-2">
        <Bars
          title="Funil"
          bars={[
            ['Carrinho', ESTIMATED_FUNNEL.cart],
            ['Revisão', ESTIMATED_FUNNEL.review],
            ['Login', ESTIMATED_FUNNEL.auth],
          ]}
        />
        <Bars
          title="Onde as pessoas saem"
          bars={[
            ['Carrinho', ESTIMATED_EXITS.cart],
            ['Login', ESTIMATED_EXITS.auth],
            ['Pagamento', ESTIMATED_EXITS.payment],
            ['Revisão', ESTIMATED_EXITS.review],
          ]}
        />
      </div>
    </section>
  );
}

function Measured({ carts, recovered, leftAtReview, leftAtPayment, lostCentavos }: CartAnalytics) {
  const left = carts - recovered;
  const share = (part: number) => (carts === 0 ? 0 : (part / carts) * 100);
  const reached = [
    ['Saíram no carrinho', left - leftAtReview - leftAtPayment],
    ['Saíram na revisão', leftAtReview],
    ['Saíram no pagamento', leftAtPayment],
  ] as const;
  return (
    <Card padded className="grid gap-5">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Stat label="Taxa de abandono" value={formatPercent(share(left))}>
          {carts > 0 && (
            <Badge tone={share(left) > 50 ? 'warning' : 'success'}>{abandonmentLabel(share(left))}</Badge>
          )}
        </Stat>
        <Stat label="Taxa de recuperação" value={formatPercent(share(recovered))}>
          {carts > 0 && (
            <Badge tone={share(recovered) > 10 ? 'success' : 'warning'}>
              {recoveryLabel(share(recovered))}
            </Badge>
          )}
        </Stat>
        <Stat label="Valor deixado em carrinhos" value={formatBrl(lostCentavos)} />
      </dl>
      <p className="text-sm text-ink-soft">
        {formatCount(carts, 'carrinho', 'carrinhos')}, {formatCount(recovered, 'recuperado', 'recuperados')}.{' '}
        {reached.map(([label, count]) => `${label}: ${formatInteger(count)}`).join(' · ')}
      </p>
    </Card>
  );
}

function Stat({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="flex flex-wrap items-center gap-2">
        <span className="tabular font-display text-2xl font-bold">{value}</span>
        {children}
      </dd>
    </div>
  );
}

function Bars({ title, bars }: { title: string; bars: [label: string, percent: number][] }) {
  return (
    <Card padded className="grid gap-3">
      <h3 className="flex flex-wrap items-center gap-2 text-lg">
        {title} <Badge>Estimativa</Badge>
      </h3>
      <ul className="grid gap-2">
        {bars.map(([label, percent]) => (
          <li key={label} className="grid gap-1">
            <span className="flex justify-between text-sm">
              {label} <span className="tabular font-bold">{percent}%</span>
            </span>
            <div aria-hidden className="h-2 overflow-hidden rounded-full bg-sunken">
              <div className="h-full rounded-full bg-sea" style={{ width: `${percent}%` }} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
