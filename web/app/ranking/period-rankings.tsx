import { useQuery } from '@tanstack/react-query';
import type { RankingPeriod } from '@mare/contract/ranking/ranking.ts';
import { PERIODS, REVISED_DAYS } from '@mare/domain/ranking/periods.ts';
import { queries } from '../api.ts';
import { formatBrl, formatDate } from '../format.ts';
import { Icon } from '../ui/style/icons.tsx';
import { ErrorState, Skeleton } from '../ui/states.tsx';
import { Tabs } from '../ui/navigation/tabs.tsx';
import { periodEnds, periodTitle } from './period-labels.ts';
import { formatPoints } from './format-points.ts';
import { RankedList } from './ranked-list.tsx';

/** Daily, weekly and monthly rankings with their prizes. */
export function PeriodRankings() {
  const { data, error, refetch } = useQuery(queries.ranking.periods.queryOptions());
  if (!data && error)
    return <ErrorState title="Não foi possível carregar o ranking." onRetry={() => refetch()} />;
  if (!data) return <Skeleton className="h-64" />;
  return (
    <section aria-labelledby="period-rankings-title">
      <h2 id="period-rankings-title" className="mb-3 text-2xl">
        Rankings do momento
      </h2>
      <Tabs
        label="Período do ranking"
        items={data.map((period) => ({
          value: period.kind,
          label: PERIODS[period.kind].label,
          content: <OnePeriod period={period} />,
        }))}
      />
    </section>
  );
}

function OnePeriod({ period }: { period: RankingPeriod }) {
  const { kind, standing, prizes, lastWinners } = period;
  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-2">
      <RankedList
        title={periodTitle(kind)}
        empty="Ninguém pontuou ainda. A primeira compra confirmada abre a lista."
        entries={standing.map(({ name, points }) => ({ name, score: formatPoints(points) }))}
      />
      <div className="grid gap-6">
        <p className="flex items-center gap-2 font-semibold">
          <Icon name="clock" className="text-sea" />
          {periodEnds[kind]}, {formatDate(new Date(Date.parse(period.endsAt) - 1).toISOString())}.
        </p>
        <p className="text-sm text-ink-soft">
          Contam até {formatBrl(PERIODS[kind].cappedAtCentavos)} em cotas: gastar mais não muda o lugar.
        </p>
        {prizes.length > 0 && (
          <div>
            <h3 className="mb-2 text-lg">O que está em jogo</h3>
            <ol className="grid gap-2">
              {prizes.map((prize, at) => (
                // Prizes can be equal; the position identifies the row.
                // oxlint-disable-next-line react/no-array-index-key
                <li key={at} className="flex gap-3">
                  <strong className="tabular shrink-0">{at + 1}º</strong>
                  <span>{prize}</span>
                </li>
              ))}
            </ol>
            <p className="mt-3 text-sm text-ink-soft">
              Os lugares são fixados meia hora depois do fim, com os pontos de então. Se, antes da entrega de
              um prêmio e em até {REVISED_DAYS} dias do começo do período, o dinheiro de uma compra dele
              voltar (desistência, reembolso ou contestação), os pontos dela saem, e o prêmio fica com quem
              tem mais pontos na lista guardada no fim. Uma pessoa fica em um lugar só, mesmo com duas contas.
              Prêmio entregue não muda.
            </p>
          </div>
        )}
        {lastWinners.length > 0 && (
          <div>
            <h3 className="mb-2 text-lg">Quem ganhou o anterior</h3>
            <ul className="grid gap-2">
              {lastWinners.map(({ place, name, points, prize }) => (
                <li key={place} className="flex gap-3">
                  <strong className="tabular shrink-0">{place}º</strong>
                  <span>
                    {name}
                    <span className="block text-sm text-ink-soft">
                      {formatPoints(points)} · {prize}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </div>
  );
}
