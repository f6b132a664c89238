import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { formatCotaNumber, formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { useSession } from '../../session/session.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

const NUMBERS_SHOWN = 6;

interface OwnHoldingProps {
  rifaId: string;
  totalNumbers: number;
}

/** The visitor's cotas of this rifa. Renders nothing if there are none, e.g. because all were given away. */
export function OwnHolding({ rifaId, totalNumbers }: OwnHoldingProps) {
  const session = useSession();
  const { data } = useQuery({
    ...queries.orders.holdings.queryOptions({ input: { page: 1, rifaId } }),
    enabled: session.status === 'signed-in',
  });
  const holding = data?.holdings[0];
  if (session.status !== 'signed-in' || !holding || holding.quantity === 0) return null;
  const { quantity, numbers, status } = holding;
  const hidden = quantity - NUMBERS_SHOWN;
  const isCancelled = status === 'cancelled';
  return (
    <Card padded className="grid gap-3 border-2 border-sea">
      <h2 className="text-xl">
        {isCancelled ? 'Você tinha' : 'Você tem'} {formatCount(quantity, 'cota', 'cotas')}
      </h2>
      <ul aria-label="Seus números" className="flex flex-wrap items-center gap-2">
        {numbers.slice(0, NUMBERS_SHOWN).map((number) => (
          <li key={number} className="grid">
            <NumberChip size="md">{formatCotaNumber(number, totalNumbers)}</NumberChip>
          </li>
        ))}
        {hidden > 0 && <li className="text-sm text-ink-soft">e mais {hidden}</li>}
      </ul>
      {isCancelled ? (
        <p>A devolução do que foi pago por elas está a caminho.</p>
      ) : (
        <LinkButton to={links.liveDraw(rifaId)} variant="outline" size="sm" className="justify-self-start">
          {status === 'completed' ? 'Ver o sorteio' : 'Acompanhar o sorteio'}
        </LinkButton>
      )}
    </Card>
  );
}
