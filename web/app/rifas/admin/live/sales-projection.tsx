import type { RifaLiveSales } from '@mare/contract/rifas/rifa-live.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { formatDate, formatDateTime, formatInteger } from '../../../format.ts';

type Projection = NonNullable<RifaLiveSales['projection']>;

const verdicts: Record<Projection['verdict'], string> = {
  sells_out: 'No ritmo dos últimos dias, esgota antes do fim das vendas.',
  may_sell_out: 'No ritmo dos últimos dias, pode esgotar antes do fim das vendas, mas não é certo.',
  unlikely: 'No ritmo dos últimos dias, não esgota antes do fim das vendas.',
};

/** Whether the rifa sells out before the end of its sales, always with the range. */
export function SalesProjectionText({
  rifa,
  projection,
}: {
  rifa: ManagedRifa;
  projection: Projection | null;
}) {
  if (rifa.pauseReason !== null) return null;
  return (
    <section aria-label="Projeção" className="grid gap-2 rounded-md bg-sunken p-4">
      <h3 className="font-bold">Projeção</h3>
      {projection ? (
        <ProjectionRange rifa={rifa} projection={projection} />
      ) : (
        <p className="text-sm">
          {rifa.soldNumbers >= rifa.totalNumbers
            ? 'Todas as cotas foram vendidas.'
            : 'A projeção aparece depois de 2 dias inteiros de vendas.'}
        </p>
      )}
    </section>
  );
}

function ProjectionRange({ rifa, projection }: { rifa: ManagedRifa; projection: Projection }) {
  const { verdict, cotasPerDay, soldAtEnd, soldOutAt } = projection;
  const round = (cotas: number) => formatInteger(Math.round(cotas));
  return (
    <>
      <p className="font-semibold">{verdicts[verdict]}</p>
      <ul className="grid gap-1 text-sm">
        <li>
          De {round(cotasPerDay.low)} a {round(cotasPerDay.high)} cotas por dia.
        </li>
        {soldOutAt.high && (
          <li>
            Esgota no melhor caso em {formatDate(soldOutAt.high)}
            {soldOutAt.low && `, no pior em ${formatDate(soldOutAt.low)}`}.
          </li>
        )}
        <li>
          No fim das vendas, {formatDateTime(rifa.salesEndAt)}: {formatRange(soldAtEnd)} de{' '}
          {formatInteger(rifa.totalNumbers)} vendidas.
        </li>
      </ul>
    </>
  );
}

function formatRange({ low, high }: Projection['soldAtEnd']): string {
  return low === high ? formatInteger(low) : `de ${formatInteger(low)} a ${formatInteger(high)}`;
}
