import {
  drift,
  ITEMS_IN_CARTS,
  PEOPLE_BUYING,
  PEOPLE_BUYING_EVERY_MS,
} from '@mare/domain/social-proof/simulated-stats.ts';
import { Illustrative } from './illustrative.tsx';
import { useIllustrative } from './social-proof-context.ts';
import { useSimulation } from './use-simulation.ts';

const first = { people: 23, items: 84 };

/** Simulated number of buyers online and of items in carts. */
export function PeopleBuying() {
  const stats = useSimulation(
    first,
    ({ people, items }) => ({
      people: drift(people, PEOPLE_BUYING, 4, Math.random),
      items: drift(items, ITEMS_IN_CARTS, 9, Math.random),
    }),
    PEOPLE_BUYING_EVERY_MS,
  );
  if (!useIllustrative()) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-3 text-sm">
      <span aria-hidden className="size-2.5 animate-beat rounded-full bg-success" />
      <span>
        <strong className="tabular">{stats.people}</strong> pessoas comprando agora
      </span>
      <span className="text-ink-soft">
        <strong className="tabular">{stats.items}</strong> itens em carrinhos
      </span>
      <Illustrative />
    </p>
  );
}
