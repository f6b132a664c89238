import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import { queries } from '../../api.ts';
import { formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { InstantPrizeRow } from './instant-prize-row.tsx';

const SHOWN = 6;

/** Available and found cotas premiadas of a rifa. Renders nothing if there are none. */
export function InstantPrizesSection({ rifaId }: { rifaId: string }) {
  const found = useQuery(queries.draws.instantPrizes.queryOptions({ input: { rifaId } }));
  const prizes = found.data?.instantPrizes;
  return prizes ? <Section instant={prizes} /> : null;
}

function Section({ instant }: { instant: InstantPrizes }) {
  const [all, setAll] = useState(false);
  const available = instant.prizes.filter(({ state }) => state === 'available').length;
  const shown = all ? instant.prizes : instant.prizes.slice(0, SHOWN);
  return (
    <section aria-labelledby="premiadas" className="grid gap-4">
      <div className="grid gap-1">
        <h2 id="premiadas" className="text-2xl">
          Cotas premiadas
        </h2>
        <p className="text-ink-soft">
          {summaryOf(instant, available)} Quem tem o número ganha na hora, e continua no sorteio.
          {available > 0 && ' O pagamento revela as cotas: depois dele, não há desistência.'}
          {instant.seed === null &&
            ' Se o pagamento de quem achou voltar antes da entrega, o prêmio é anulado e não passa a outra pessoa, mesmo que o número seja vendido de novo.'}
        </p>
      </div>
      <ul className="divide-y divide-line border-y border-line">
        {shown.map((prize) => (
          <li key={prize.position}>
            <InstantPrizeRow prize={prize} totalNumbers={instant.totalNumbers} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        {instant.prizes.length > SHOWN && (
          <Button variant="outline" size="sm" onClick={() => setAll(!all)}>
            {all ? 'Mostrar menos' : `Ver todas as ${formatInteger(instant.prizes.length)}`}
          </Button>
        )}
        <LinkButton to={links.instantPrizes(instant.rifaId)} variant="outline" size="sm" icon="shield">
          Como conferir
        </LinkButton>
      </div>
    </section>
  );
}

function summaryOf({ prizes, seed }: InstantPrizes, available: number): string {
  const count = prizes.length;
  if (seed !== null)
    return `Esta rifa teve ${count === 1 ? '1 cota premiada' : `${formatInteger(count)} cotas premiadas`}.`;
  if (available === 0) return 'Todas já foram encontradas.';
  return available === 1
    ? 'Ainda há 1 número com prêmio escondido.'
    : `Ainda há ${formatInteger(available)} números com prêmio escondido.`;
}
