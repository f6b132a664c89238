import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { PERIOD_KINDS, PERIODS } from '@mare/domain/ranking/periods.ts';
import { personLink } from '../../admin/people/person-labels.ts';
import { PAGED_LIST } from '../../admin/lists/paged-list.ts';
import { queries } from '../../api.ts';
import { formatDateTime } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Card } from '../../ui/card.tsx';
import { Field, Select } from '../../ui/form/field.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { formatPoints } from '../format-points.ts';

/** Current leaders and the prizes of a period. The period is stored in the URL. */
export function CurrentLeaders() {
  const [params, setParams] = useSearchParams();
  const kind = PERIOD_KINDS.find((one) => one === params.get('periodo')) ?? 'day';
  const standing = useQuery({
    ...queries.admin.ranking.standing.queryOptions({ input: { kind } }),
    ...PAGED_LIST,
  });
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div>
          <h2 className="text-xl">Quem lidera agora</h2>
          <p className="min-h-10 text-sm text-ink-soft sm:min-h-5">
            {standing.data && `Até ${formatDateTime(standing.data.endsAt)}. A equipe não concorre.`}
          </p>
        </div>
        <Field label="Período">
          <Select
            value={kind}
            onChange={(event) =>
              setParams((before) => {
                const next = new URLSearchParams(before);
                next.set('periodo', event.target.value);
                return next;
              })
            }
          >
            {PERIOD_KINDS.map((value) => (
              <option key={value} value={value}>
                {PERIODS[value].label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {standing.isError && (
        <ErrorState title="Erro ao carregar dados administrativos" onRetry={() => standing.refetch()}>
          {errorMessage(standing.error)}
        </ErrorState>
      )}
      {standing.isPending && <Skeleton className="h-svh" />}
      {standing.data?.people.length === 0 && (
        <p className="text-ink-soft">Ninguém pontuou neste período ainda.</p>
      )}
      {standing.data && standing.data.people.length > 0 && (
        <ol className="grid divide-y divide-line">
          {standing.data.people.map((one, at) => (
            <li
              key={one.userId}
              className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-baseline gap-x-3 sm:grid-cols-[2.5rem_minmax(0,1fr)_auto] py-2.5 first:pt-0 last:pb-0"
            >
              <span className="tabular font-bold">{at + 1}º</span>
              <span className="min-w-0">
                <Link to={personLink(one.userId)} className="text-link font-semibold">
                  {one.name ?? 'Sem nome'}
                </Link>
                <span className="block text-sm wrap-anywhere text-ink-soft">
                  {standing.data.prizes[at] ? `Leva: ${standing.data.prizes[at]}` : one.email}
                </span>
              </span>
              <span className="tabular text-sm max-sm:col-start-2">{formatPoints(one.points)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
