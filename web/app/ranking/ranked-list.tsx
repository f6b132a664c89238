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
        <div className="rounded-lg border border-line bg-surface px-5 shadow-soft">
          <table aria-labelledby={id} className="w-full">
            <thead className="sr-only">
              <tr>
                <th scope="col">Lugar</th>
                <th scope="col">Nome</th>
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {entries.map((entry, index) => (
                // Short names can be equal; the position identifies the row.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={index} className="h-15">
                  <td className="pr-4">
                    <span
                      className={classNames(
                        'tabular grid size-9 place-items-center rounded-full font-display font-bold',
                        medals[index] ?? 'bg-sunken text-ink',
                      )}
                    >
                      {index + 1}
                    </span>
                  </td>
                  <th scope="row" className="w-full text-left font-semibold wrap-anywhere">
                    {entry.name}
                  </th>
                  <td className="tabular pl-4 text-right text-sm wrap-normal whitespace-nowrap text-ink-soft">
                    {entry.score}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
