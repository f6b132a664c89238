import { Link } from 'react-router';
import type { AdminOverview } from '@mare/contract/admin/admin.ts';
import { formatInteger, formatPercent } from '../format.ts';
import { links } from '../links.ts';
import { Rows } from './admin-list.tsx';

export function ActiveRifas({ rifas }: { rifas: AdminOverview['activeRifas'] }) {
  return (
    <section aria-labelledby="rifas-ativas">
      <h2 id="rifas-ativas" className="mb-4 text-2xl">
        Rifas ativas
      </h2>
      <Rows
        rows={rifas}
        empty={{ icon: 'ticket', title: 'Nenhuma rifa ativa' }}
        keyOf={({ id }) => id}
        renderRow={({ id, title, soldNumbers, totalNumbers }) => (
          <div className="flex flex-wrap justify-between gap-x-4 p-4">
            <Link to={links.rifa(id)} className="text-link font-semibold">
              {title}
            </Link>
            <span className="tabular text-ink-soft">
              {formatInteger(soldNumbers)} de {formatInteger(totalNumbers)} (
              {formatPercent((soldNumbers / totalNumbers) * 100)})
            </span>
          </div>
        )}
      />
    </section>
  );
}
