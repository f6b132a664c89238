import { useQuery } from '@tanstack/react-query';
import type { Leaders } from '@mare/contract/rifas/shop-stats.ts';
import { queries } from '../../api.ts';
import { formatCotaNumber, formatDateTime, formatInteger } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { useNow } from '../../ui/use-now.ts';

const REFRESH_MS = 60_000;

interface LeadersSectionProps {
  rifaId: string;
  totalNumbers: number;
  /** Whether cotas are still on sale. Without sales, day and week have no leaders. */
  selling: boolean;
}

/** Top buyers of the day and week, and highest and lowest cota of a period, if enabled for the rifa. */
export function LeadersSection({ rifaId, totalNumbers, selling }: LeadersSectionProps) {
  const { data } = useQuery({
    ...queries.rifas.leaders.queryOptions({ input: { id: rifaId } }),
    refetchInterval: REFRESH_MS,
  });
  if (!data) return null;
  return (
    <>
      {data.extremes && <Extremes extremes={data.extremes} totalNumbers={totalNumbers} />}
      {selling && data.buyers && (
        <section aria-labelledby="compradores" className="grid gap-4">
          <h2 id="compradores" className="text-2xl">
            Quem mais participou
          </h2>
          <div className="grid gap-5 sm:grid-cols-2">
            <Board title="Hoje" buyers={data.buyers.day} />
            <Board title="Últimos 7 dias" buyers={data.buyers.week} />
          </div>
        </section>
      )}
    </>
  );
}

function Board({ title, buyers }: { title: string; buyers: { name: string; cotas: number }[] }) {
  return (
    <Card padded>
      <h3 className="mb-3 font-bold">{title}</h3>
      {buyers.length === 0 && <p className="text-sm text-ink-soft">Ninguém ainda. Que tal ser você?</p>}
      <ol className="grid gap-2">
        {buyers.map(({ name, cotas }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- short names are not unique
          <li key={index} className="flex justify-between gap-3">
            <span>
              {index + 1}º {name}
            </span>
            <span className="tabular text-ink-soft">
              {formatInteger(cotas)} {cotas === 1 ? 'cota' : 'cotas'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface ExtremesProps {
  extremes: NonNullable<Leaders['extremes']>;
  totalNumbers: number;
}

function Extremes({ extremes, totalNumbers }: ExtremesProps) {
  const { prize, from, to, lowest, highest } = extremes;
  const now = useNow();
  const isOpen = now !== null && now < Date.parse(to);
  const soFar = isOpen ? ' até agora' : '';
  const emptyText = isOpen ? 'Ninguém ainda' : 'Ninguém';
  return (
    <section aria-labelledby="extremos" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="extremos" className="text-2xl">
          Maior e menor cota
        </h2>
        <p className="text-ink-soft">
          {prize} para a maior e para a menor cota, entre as pagas de {formatDateTime(from)} a{' '}
          {formatDateTime(to)}.
        </p>
      </div>
      <Card padded className="flex flex-wrap gap-x-10 gap-y-4">
        <ExtremeCota
          label={`Maior${soFar}`}
          found={highest}
          emptyText={emptyText}
          totalNumbers={totalNumbers}
        />
        <ExtremeCota
          label={`Menor${soFar}`}
          found={lowest}
          emptyText={emptyText}
          totalNumbers={totalNumbers}
        />
      </Card>
    </section>
  );
}

interface ExtremeCotaProps {
  label: string;
  found: { number: number; name: string } | null;
  /** Text without a cota. */
  emptyText: string;
  totalNumbers: number;
}

function ExtremeCota({ label, found, emptyText, totalNumbers }: ExtremeCotaProps) {
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-sm text-ink-soft">{label}</p>
      {found ? (
        <>
          <NumberChip size="lg" tone="sun">
            {formatCotaNumber(found.number, totalNumbers)}
          </NumberChip>
          <p className="font-semibold">{found.name}</p>
        </>
      ) : (
        <p className="font-semibold">{emptyText}</p>
      )}
    </div>
  );
}
