import { Icon } from '../ui/style/icons.tsx';
import {
  drift,
  seededStat,
  PEOPLE_BUYING_EVERY_MS,
  SALES_TODAY,
  VIEWERS,
} from '@mare/domain/social-proof/simulated-stats.ts';
import { IllustrativeCaption } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

/** Simulated viewers and today's purchases of a rifa. */
export function Viewers({ seed }: { seed: string }) {
  const stats = useSimulation(
    { viewers: seededStat(seed, VIEWERS), sales: seededStat(`${seed} hoje`, SALES_TODAY) },
    ({ viewers, sales }) => ({
      viewers: drift(viewers, VIEWERS, 5, Math.random),
      sales: drift(sales, SALES_TODAY, 1, Math.random),
    }),
    PEOPLE_BUYING_EVERY_MS,
  );
  if (!useIllustrative()) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-ink-soft">
      <span className="flex items-center gap-1.5">
        <Icon name="eye" className="size-4.5" />
        <span className="tabular">{stats.viewers}</span> vendo agora
      </span>
      <span className="flex items-center gap-1.5">
        <Icon name="cart" className="size-4.5" />
        <span className="tabular">{stats.sales}</span> compras hoje
      </span>
      <IllustrativeCaption />
    </p>
  );
}
