import { Badge } from '../ui/data-display/badge.tsx';
import { drift, seededStat, HOTNESS, STATS_EVERY_MS } from '@mare/domain/social-proof/simulated-stats.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

/** Simulated popularity badge, '87% quente', from 60% to 100%. */
export function Hotness({ seed }: { seed: string }) {
  const hotness = useSimulation(
    seededStat(seed, HOTNESS),
    (current) => drift(current, HOTNESS, 2, Math.random),
    STATS_EVERY_MS,
  );
  if (!useIllustrative()) return null;
  return (
    <p className="flex items-center gap-2">
      <Badge tone="coral" icon="flame">
        {hotness}% quente
      </Badge>
      <Illustrative />
    </p>
  );
}
