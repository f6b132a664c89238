/** Real shop statistics for social proof, counted by the server with shortened names. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ShopStats } from '@mare/contract/rifas/shop-stats.ts';
import { REAL_STATS_REFRESH_MS } from '@mare/domain/social-proof/social-proof-mode.ts';
import { queries } from '../../api.ts';
import { useShopName } from '../../document/site-facts.ts';
import { formatInteger, formatShortBrl } from '../../format.ts';
import { type PopupActivity, ActivityPopup } from '../../social-proof/activity-popup.tsx';
import { type Stat, StatGrid, StatStrip } from '../../ui/data-display/stats.tsx';
import { serverNow } from '../../ui/server-clock.ts';

export type StatsKind = 'strip' | 'grid' | 'buying' | 'purchases';

/** Renders nothing while loading, or if the mode is no longer `real`. */
export default function LoadedShopStats({ kind }: { kind: StatsKind }) {
  const { data } = useQuery({
    ...queries.rifas.socialProof.queryOptions(),
    staleTime: REAL_STATS_REFRESH_MS,
    refetchInterval: REAL_STATS_REFRESH_MS,
  });
  if (!data?.stats) return null;
  const View = views[kind];
  return <View stats={data.stats} />;
}

interface ViewProps {
  stats: ShopStats;
}

const views = { strip: Strip, grid: Grid, buying: Buying, purchases: Purchases };

function Strip({ stats }: ViewProps) {
  return (
    <StatStrip
      label="Números da plataforma"
      stats={positiveStats([
        counted(stats.soldCotas, 'cota vendida', 'cotas vendidas'),
        counted(stats.prizes, 'prêmio', 'prêmios'),
        [stats.prizeValueCentavos, { value: formatShortBrl(stats.prizeValueCentavos), label: 'em prêmios' }],
      ])}
    />
  );
}

const counted = (count: number, one: string, many: string): [number, { value: string; label: string }] => [
  count,
  { value: formatInteger(count), label: count === 1 ? one : many },
];

function Grid({ stats }: ViewProps) {
  const shopName = useShopName();
  const shown = positiveStats([
    counted(stats.drawnRifas, 'rifa sorteada', 'rifas sorteadas'),
    counted(stats.winners, 'ganhador', 'ganhadores'),
    [stats.wonCentavos, { value: formatShortBrl(stats.wonCentavos), label: 'em prêmios sorteados' }],
    counted(stats.soldCotas, 'cota vendida agora', 'cotas vendidas agora'),
  ]);
  return shown.length > 0 && <StatGrid title={`${shopName} em números`} stats={shown} />;
}

function Buying({ stats }: ViewProps) {
  if (stats.peopleBuying === 0 && stats.cotasInCarts === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-3 text-sm">
      <span aria-hidden className="size-2.5 animate-beat rounded-full bg-success" />
      {stats.peopleBuying > 0 && (
        <span>
          <strong className="tabular">{formatInteger(stats.peopleBuying)}</strong>{' '}
          {stats.peopleBuying === 1 ? 'pessoa comprando' : 'pessoas comprando'} agora
        </span>
      )}
      {stats.cotasInCarts > 0 && (
        <span className="text-ink-soft">
          <strong className="tabular">{formatInteger(stats.cotasInCarts)}</strong>{' '}
          {stats.cotasInCarts === 1 ? 'cota em carrinhos' : 'cotas em carrinhos'}
        </span>
      )}
    </p>
  );
}

function Purchases({ stats: { purchases } }: ViewProps) {
  const activities = useMemo(() => purchases.map(activityOf), [purchases]);
  return <ActivityPopup label="Compras recentes" activities={activities} />;
}

function activityOf({ name, city, cotas, paidAt }: ShopStats['purchases'][number]): PopupActivity {
  return {
    id: `${name} ${paidAt}`,
    type: 'purchase',
    message: `${name} comprou ${cotas === 1 ? '1 número' : `${formatInteger(cotas)} números`}`,
    location: city ?? 'Alagoas',
    time: timeSince(new Date(paidAt)),
  };
}

function timeSince(moment: Date): string {
  const relative = new Intl.RelativeTimeFormat('pt-BR', { numeric: 'auto' });
  const minutes = Math.max(0, Math.round((serverNow().getTime() - moment.getTime()) / 60_000));
  if (minutes < 60) return relative.format(-minutes, 'minute');
  return relative.format(-Math.round(minutes / 60), 'hour');
}

function positiveStats(stats: [count: number, stat: Stat][]): Stat[] {
  return stats.filter(([count]) => count > 0).map(([, stat]) => stat);
}
