import { formatCount, formatInteger } from '../../format.ts';

interface RifaPaceChartProps {
  /** Oldest first; the last day is incomplete. Undefined while loading. */
  cotasByDay: readonly number[] | undefined;
  failed: boolean;
}

/** Paid cotas of a rifa by day, as bars and as one sentence. Keeps its height while loading. */
export function RifaPaceChart({ cotasByDay, failed }: RifaPaceChartProps) {
  const highest = Math.max(1, ...(cotasByDay ?? []));
  const today = cotasByDay?.at(-1) ?? 0;
  const yesterday = cotasByDay?.at(-2) ?? 0;
  return (
    <div className="grid gap-1">
      <div aria-hidden className="flex h-10 items-end gap-0.5 border-b border-line">
        {cotasByDay?.map((cotas, index, { length }) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- a fixed number of days
            key={index}
            className={
              index === length - 1
                ? 'min-w-0 grow rounded-t-sm border border-b-0 border-dashed border-sea bg-sea-tint'
                : 'min-w-0 grow rounded-t-sm bg-sea'
            }
            style={{ height: `${(cotas / highest) * 100}%` }}
          />
        ))}
      </div>
      <p className="tabular min-h-5 text-sm text-ink-soft">
        {cotasByDay
          ? `${formatCount(today, 'cota', 'cotas')} hoje, ${formatInteger(yesterday)} ontem`
          : failed && 'Não foi possível ler as vendas.'}
      </p>
    </div>
  );
}
