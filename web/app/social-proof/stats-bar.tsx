import { formatInteger, formatShortBrl } from '../format.ts';
import { platformStats, STATS_EVERY_MS } from '@mare/domain/social-proof/simulated-stats.ts';
import { StatStrip } from '../ui/data-display/stats.tsx';
import { Illustrative, IllustrativeCaption } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

const first = platformStats(() => 0.42);

interface StatsBarProps {
  /** Whether this block shows the page's caption; false if another block does. */
  hasCaption: boolean;
}

/** Simulated participants, prizes and prize value in one line; changes every 30 seconds. */
export function StatsBar({ hasCaption }: StatsBarProps) {
  const simulated = useSimulation(first, () => platformStats(Math.random), STATS_EVERY_MS);
  if (!useIllustrative()) return null;
  const stats = [
    { value: formatInteger(simulated.participants), label: 'participantes' },
    { value: formatInteger(simulated.prizes), label: 'prêmios' },
    { value: formatShortBrl(simulated.prizeValueCentavos), label: 'em prêmios' },
  ];
  return (
    <StatStrip
      label="Números ilustrativos da plataforma"
      stats={stats}
      note={hasCaption ? <IllustrativeCaption /> : <Illustrative />}
    />
  );
}
