import { useId } from 'react';
import { classNames } from '../ui/style/class-names.ts';

export interface RankedEntry {
  /** First name and last initial. */
  name: string;
  /** As shown: '1.234 pontos'. */
  score: string;
}

interface RankedListProps {
  title: string;
  /** Text of the empty state. */
  empty: string;
  /** First place first. */
  entries: RankedEntry[];
}

const medals = ['bg-sun text-on-sun', 'bg-sea text-on-sea', 'bg-coral text-on-coral'];

export function RankedList({ title, empty, entries }: RankedListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {entries.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface p-6 text-ink-soft">{empty}</p>
      ) : (
        <ol className="divide-y divide-line rounded-lg border border-line bg-surface px-5 shadow-soft">
          {entries.map((entry, index) => (
            // Short names can be equal; the position identifies the row.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index} className="flex min-h-15 items-center gap-4 py-2.5">
              <span
                className={classNames(
                  'tabular grid size-9 shrink-0 place-items-center rounded-full font-display font-bold',
                  medals[index] ?? 'bg-sunken text-ink',
                )}
              >
                {index + 1}
              </span>
              <span className="min-w-0 grow truncate font-semibold">{entry.name}</span>
              <span className="tabular text-sm whitespace-nowrap text-ink-soft">{entry.score}</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
