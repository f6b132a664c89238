import { Link } from 'react-router';
import type { AdminOverview } from '@mare/contract/admin/admin.ts';
import { formatInteger, formatPercent } from '../format.ts';
import { links } from '../links.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/states.tsx';

export function ActiveRifas({ rifas }: { rifas: AdminOverview['activeRifas'] }) {
  return (
    <section aria-labelledby="rifas-ativas">
      <h2 id="rifas-ativas" className="mb-4 text-2xl">
        Rifas ativas
      </h2>
      <Card padded>
        {rifas.length === 0 ? (
          <EmptyState title="Nenhuma rifa ativa" />
        ) : (
          <ul className="grid divide-y divide-line">
            {rifas.map(({ id, title, soldNumbers, totalNumbers }) => (
              <li key={id} className="flex flex-wrap justify-between gap-x-4 py-3 first:pt-0 last:pb-0">
                <Link to={links.rifa(id)} className="text-link font-semibold">
                  {title}
                </Link>
                <span className="tabular text-ink-soft">
                  {formatInteger(soldNumbers)} de {formatInteger(totalNumbers)} (
                  {formatPercent((soldNumbers / totalNumbers) * 100)})
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  );
}
