import { classNames } from '../ui/style/class-names.ts';
import { Icon } from '../ui/style/icons.tsx';
import type { RankedEntry } from './ranked-list.tsx';

/** First place in the middle, on the highest step. */
const steps = [
  { place: 'order-2', step: 'h-36 bg-sun text-on-sun', face: 'bg-sun text-on-sun' },
  { place: 'order-1', step: 'h-26 bg-sea text-on-sea', face: 'bg-sea text-on-sea' },
  { place: 'order-3', step: 'h-20 bg-coral text-on-coral', face: 'bg-coral text-on-coral' },
];

/** The top 3. Renders nothing with fewer entries (spec: community, section 2). */
export function Podium({ entries }: { entries: RankedEntry[] }) {
  if (entries.length < steps.length) return null;
  return (
    <section aria-labelledby="podium-title">
      <h2 id="podium-title" className="sr-only">
        Pódio
      </h2>
      <ol className="mx-auto grid max-w-2xl grid-cols-3 items-end gap-2 sm:gap-4">
        {steps.map(({ place, step, face }, index) => (
          <li key={place} className={classNames('grid gap-3 text-center', place)}>
            <span
              aria-hidden
              className={classNames(
                'mx-auto grid size-14 place-items-center rounded-full font-display text-xl font-extrabold sm:size-18',
                face,
              )}
            >
              {index === 0 ? <Icon name="trophy" className="size-8" /> : entries[index]!.name.charAt(0)}
            </span>
            <p className="min-w-0">
              <strong className="block wrap-anywhere">{entries[index]!.name}</strong>
              <span className="tabular block text-sm text-ink-soft">{entries[index]!.score}</span>
            </p>
            <p
              className={classNames(
                'tabular rounded-t-lg pt-3 font-display text-3xl font-extrabold shadow-soft',
                step,
              )}
            >
              {index + 1}º
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
