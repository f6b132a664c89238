import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { levelOf, type Level } from '@mare/domain/ranking/levels.ts';
import { PERIODS } from '@mare/domain/ranking/periods.ts';
import { queries } from '../api.ts';
import { formatInteger } from '../format.ts';
import { Badge } from '../ui/data-display/badge.tsx';
import { Card } from '../ui/card.tsx';
import { ProgressBar } from '../ui/data-display/progress-bar.tsx';
import { lazyComponent } from '../ui/loading/lazy-component.ts';
import { formatPoints } from './format-points.ts';

const RankingVisibility = lazyComponent(() => import('./ranking-visibility.tsx'));

/** The caller's points and level, and the progress to the next level. */
export default function OwnPoints({ levels }: { levels: readonly Level[] }) {
  const ownPoints = useQuery(queries.ranking.mine.queryOptions());
  if (!ownPoints.data) return null;
  const { points, referrals, periods } = ownPoints.data;
  const { level, next } = levelOf(points, levels);
  return (
    <section aria-labelledby="own-points-title">
      <Card padded className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="own-points-title" className="text-xl">
            Você tem {formatPoints(points)}
          </h2>
          {level && (
            <Badge tone="sun" icon="star">
              {level.name}
            </Badge>
          )}
        </div>
        {level && next && (
          <div className="grid gap-1.5">
            <ProgressBar
              label={`Caminho até ${next.name}`}
              percent={((points - level.minPoints) / (next.minPoints - level.minPoints)) * 100}
            />
            <p className="text-sm text-ink-soft">
              Faltam {formatPoints(next.minPoints - points)} para {next.name}.
            </p>
          </div>
        )}
        <p className="text-sm text-ink-soft">
          {periods
            .map(({ kind, points: some }) => `${PERIODS[kind].label}: ${formatInteger(some)}`)
            .join(' · ')}
          {referrals > 0 && ` · ${formatInteger(referrals)} ${referrals === 1 ? 'indicação' : 'indicações'}`}
        </p>
        <Suspense fallback={<div className="min-h-11" />}>
          <RankingVisibility hidden={ownPoints.data.hidden} />
        </Suspense>
      </Card>
    </section>
  );
}
