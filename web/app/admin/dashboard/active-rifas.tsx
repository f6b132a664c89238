import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AdminOverview } from '@mare/contract/admin/admin.ts';
import { formatInteger, formatPercent } from '../../format.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { usePermission } from '../../session/use-permission.ts';
import { Rows } from '../lists/admin-list.tsx';
import { adminRifaLink } from '../rifa-links.ts';
import { RifaPaceChart } from './rifa-pace-chart.tsx';

const REFRESH_MS = 60_000;

export function ActiveRifas({ rifas }: { rifas: AdminOverview['activeRifas'] }) {
  const isManager = usePermission('manage-rifas');
  const paces = useQuery({
    ...queries.admin.rifaPaces.queryOptions(),
    staleTime: 0,
    refetchInterval: REFRESH_MS,
  });
  const cotasOf = (id: string) => paces.data?.find((pace) => pace.id === id)?.cotasByDay;
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
          <div className="grid gap-3 p-4 sm:grid-cols-[minmax(0,1fr)_18rem] sm:items-center sm:gap-6">
            <div className="grid gap-0.5">
              <Link
                to={isManager ? adminRifaLink(id) : links.rifa(id)}
                className="text-link justify-self-start py-1 font-semibold"
              >
                {title}
              </Link>
              <span className="tabular text-ink-soft">
                {formatInteger(soldNumbers)} de {formatInteger(totalNumbers)} (
                {formatPercent((soldNumbers / totalNumbers) * 100)})
              </span>
            </div>
            <RifaPaceChart cotasByDay={cotasOf(id)} failed={paces.isError} />
          </div>
        )}
      />
    </section>
  );
}
