import { formatInteger, formatPercent } from '../format.ts';
import { STATS_EVERY_MS } from '@mare/domain/social-proof/simulated-stats.ts';
import { StatGrid } from '../ui/data-display/stats.tsx';
import { IllustrativeCaption } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

/** Illustrative statistics of the home page; the participants grow every 30 seconds. */
export function TrustStatistics() {
  const participants = useSimulation(
    50_000,
    (current) => current + Math.floor(Math.random() * 4),
    STATS_EVERY_MS,
  );
  if (!useIllustrative()) return null;
  const stats = [
    { value: '500+', label: 'rifas realizadas' },
    { value: `${formatInteger(participants)}+`, label: 'participantes' },
    { value: 'R$ 2M+', label: 'em prêmios' },
    { value: formatPercent(99.8), label: 'de satisfação' },
  ];
  return (
    <StatGrid
      title="Confiança que vem de longe"
      stats={stats}
      note={<IllustrativeCaption className="text-ink-soft" />}
    />
  );
}
