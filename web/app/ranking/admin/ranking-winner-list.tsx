import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { RankingWinner } from '@mare/contract/ranking/ranking-admin.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { AdminList } from '../../admin/lists/admin-list.tsx';
import { ExportButton } from '../../admin/lists/export-button.tsx';
import { personLink } from '../../admin/people/person-labels.ts';
import { useListState } from '../../admin/lists/use-list-state.ts';
import { queries } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useKeptFocus } from '../../ui/focus/use-kept-focus.ts';
import { periodTitle } from '../period-labels.ts';
import { formatPoints } from '../format-points.ts';

const SORTS = { newest: 'Mais recentes', oldest: 'Mais antigos' };
const FILTERS = { waiting: 'A entregar', day: 'Do dia', week: 'Da semana', month: 'Do mês' };

/** Winners of ranking prizes, with the delivery status. */
export function RankingWinnerList() {
  const list = useListState(SORTS, FILTERS);
  const { search, sort, filter, page } = list;
  const winners = useQuery({
    ...queries.admin.ranking.winners.queryOptions({ input: { search, sort, filter, page } }),
    ...PAGED_LIST,
  });
  return (
    <section aria-labelledby="ganhadores" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h2 id="ganhadores" className="text-2xl">
          Ganhadores dos rankings
        </h2>
        <ExportButton list="rankings" />
      </div>
      <AdminList
        list={list}
        searchLabel="Nome ou e-mail"
        filters={{ label: 'Mostrar', all: 'Todos', labels: FILTERS }}
        sorts={SORTS}
        query={winners}
        label="Ganhadores dos rankings"
        empty="Nenhum ranking com prêmio terminou ainda"
        keyOf={({ kind, startsAt, place }) => `${kind}${startsAt}${place}`}
        renderRow={(winner) => <WinnerLine winner={winner} />}
      />
    </section>
  );
}

/** Reasons to check the place before the prize is delivered. */
function WinnerWarnings({ winner: { points, currentPoints, otherPlace } }: { winner: RankingWinner }) {
  const warnings = [
    currentPoints !== null &&
      currentPoints < points &&
      `Depois de reembolsos ou contestações, são ${formatPoints(currentPoints)}. Confira antes de entregar.`,
    otherPlace !== null && `A mesma pessoa também ficou em ${otherPlace}º neste ranking.`,
  ].filter((warning) => warning !== false);
  return warnings.map((warning) => (
    <p key={warning} className="text-sm font-semibold text-warning">
      {warning}
    </p>
  ));
}

function WinnerLine({ winner }: { winner: RankingWinner }) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: queries.admin.ranking.winners.key() });
  const onError = (error: unknown) => {
    toast.error(errorMessage(error));
    void refresh();
  };
  const undo = useMutation(queries.admin.ranking.deliver.mutationOptions({ onSuccess: refresh, onError }));
  const deliver = useMutation(
    queries.admin.ranking.deliver.mutationOptions({
      onSuccess: async (_, input) => {
        toast.success('Entrega anotada.', {
          action: { label: 'Desfazer', onClick: () => undo.mutate({ ...input, delivered: false }) },
        });
        await refresh();
      },
      onError,
    }),
  );
  // Moves focus: the button disappears once the delivery is recorded.
  const row = useKeptFocus<HTMLDivElement>(winner.deliveredAt ?? '');
  const { kind, startsAt, place } = winner;
  const name = winner.name ?? 'Conta excluída';
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 p-4">
      <div ref={row} tabIndex={-1} className="min-w-0 grow basis-64">
        <p className="flex flex-wrap items-center gap-2">
          <strong>
            {place}º ·{' '}
            {winner.userId ? (
              <Link to={personLink(winner.userId)} className="text-link">
                {name}
              </Link>
            ) : (
              name
            )}
          </strong>
          {winner.deliveredAt && <Badge tone="success">Entregue em {formatDate(winner.deliveredAt)}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {periodTitle(kind)} de {formatDate(startsAt)} · {formatPoints(winner.points)} · {winner.prize}
        </p>
        <WinnerWarnings winner={winner} />
      </div>
      {!winner.deliveredAt && (
        <Button
          variant="outline"
          size="sm"
          loading={deliver.isPending}
          onClick={() => deliver.mutate({ kind, startsAt, place, delivered: true })}
        >
          Anotar entrega
          <span className="sr-only">
            : {place}º, {name}, {formatDate(startsAt)}
          </span>
        </Button>
      )}
    </div>
  );
}
