import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { InstantPrizeRifa } from '@mare/contract/rifas/instant-prizes.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { usePage } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatInteger } from '../../format.ts';
import { adminRifaLink } from '../../admin/rifa-links.ts';
import { RifaStatusBadge } from '../../rifa-display/rifa-status-badge.tsx';
import { Badge } from '../../ui/data-display/badge.tsx';
import { ProgressBar } from '../../ui/data-display/progress-bar.tsx';

/** Rifas with cotas premiadas: how many are found and how many await delivery. */
export function InstantPrizeRifas() {
  const list = usePage('premiadas');
  const rifas = useQuery({
    ...queries.draws.instantPrizeRifas.queryOptions({ input: { page: list.page } }),
    ...PAGED_LIST,
  });
  return (
    <section aria-labelledby="cotas-premiadas" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <h2 id="cotas-premiadas" className="text-2xl">
          Cotas premiadas
        </h2>
        <p className="text-sm text-ink-soft">
          Prêmios escondidos nos números. São escolhidos ao preparar a rifa e não mudam depois de publicada.
        </p>
      </div>
      <ListRows
        list={list}
        query={rifas}
        label="Rifas com cotas premiadas"
        empty="Nenhuma rifa com cotas premiadas"
        keyOf={({ rifaId }) => rifaId}
        renderRow={(rifa) => <RifaLine rifa={rifa} />}
      />
    </section>
  );
}

function RifaLine({ rifa }: { rifa: InstantPrizeRifa }) {
  const { prizes, found, delivered, onHold } = rifa;
  const toDeliver = found - delivered - onHold;
  return (
    <Link
      to={adminRifaLink(rifa.rifaId)}
      className="grid gap-2 p-4 hover:bg-sea-tint/50 sm:grid-cols-[minmax(0,1fr)_14rem] sm:items-center sm:gap-6"
    >
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <strong className="text-balance">{rifa.title}</strong>
        <RifaStatusBadge status={rifa.status} />
        {toDeliver > 0 && <Badge tone="warning">{formatInteger(toDeliver)} a entregar</Badge>}
        {onHold > 0 && <Badge tone="neutral">{formatInteger(onHold)} em espera</Badge>}
      </span>
      <span className="grid gap-1.5 text-sm">
        <span className="tabular">
          <strong>{formatInteger(found)}</strong> de {formatInteger(prizes)}{' '}
          {found === 1 ? 'encontrada' : 'encontradas'}
        </span>
        <ProgressBar
          percent={(found / prizes) * 100}
          label={`Cotas premiadas encontradas de ${rifa.title}`}
        />
      </span>
    </Link>
  );
}
