import { formatInteger, formatPercent } from '../format.ts';
import { STATS_EVERY_MS } from '@mare/domain/social-proof/figures.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './mode.ts';
import { useSimulation } from './use-simulation.ts';

/** The home page's four large figures; the participants grow a little every 30 seconds. */
export function TrustStatistics() {
  const participants = useSimulation(
    50_000,
    (current) => current + Math.floor(Math.random() * 4),
    STATS_EVERY_MS,
  );
  if (!useIllustrative()) return null;
  const figures = [
    { value: '500+', label: 'rifas realizadas' },
    { value: `${formatInteger(participants)}+`, label: 'participantes' },
    { value: 'R$ 2M+', label: 'em prêmios' },
    { value: formatPercent(99.8), label: 'de satisfação' },
  ];
  return (
    <section aria-labelledby="trust-title" className="shell">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="trust-title" className="text-2xl">
          Confiança que vem de longe
        </h2>
        <Illustrative className="text-ink-soft" />
      </div>
      <dl className="mt-6 grid grid-cols-2 gap-x-6 gap-y-8 md:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label} className="flex flex-col-reverse">
            <dt className="text-ink-soft">{figure.label}</dt>
            <dd className="tabular font-display text-3xl font-extrabold text-sea">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
