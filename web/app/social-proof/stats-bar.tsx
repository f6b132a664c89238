import { formatInteger, formatShortBrl } from '../format.ts';
import { platformStats, STATS_EVERY_MS } from '@mare/domain/social-proof/figures.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './mode.ts';
import { useSimulation } from './use-simulation.ts';

const first = platformStats(() => 0.42);

/** Participants, prizes and their value in one line, renewed every 30 seconds. */
export function StatsBar() {
  const stats = useSimulation(first, () => platformStats(Math.random), STATS_EVERY_MS);
  if (!useIllustrative()) return null;
  const figures = [
    { value: formatInteger(stats.participants), label: 'participantes' },
    { value: formatInteger(stats.prizes), label: 'prêmios' },
    { value: formatShortBrl(stats.prizeValueCentavos), label: 'em prêmios' },
  ];
  return (
    <aside aria-label="Números ilustrativos da plataforma" className="bg-sea-tint text-ink">
      <div className="shell flex flex-wrap items-baseline justify-center gap-x-6 gap-y-1 py-2.5 text-sm sm:gap-x-10">
        {figures.map((figure) => (
          <p key={figure.label}>
            <span className="tabular font-bold">{figure.value}</span> {figure.label}
          </p>
        ))}
        <Illustrative />
      </div>
    </aside>
  );
}
