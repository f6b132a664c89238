import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import { formatBrl, formatCotaNumber, formatDate } from '../../format.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

export type InstantPrize = InstantPrizes['prizes'][number];

const states: Record<InstantPrize['state'], { label: string; tone: BadgeTone }> = {
  available: { label: 'Disponível', tone: 'success' },
  found: { label: 'Encontrada', tone: 'sea' },
  delivered: { label: 'Encontrada e entregue', tone: 'sea' },
  void: { label: 'Anulada', tone: 'neutral' },
  not_found: { label: 'Não encontrada', tone: 'neutral' },
};

/** One cota premiada with its public details. */
export function InstantPrizeRow({ prize, totalNumbers }: { prize: InstantPrize; totalNumbers: number }) {
  const { label, tone } = states[prize.state];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 grow basis-40">
        <p className="font-bold">{prize.name}</p>
        <p className="text-sm text-ink-soft">{detailsOf(prize).join(' · ')}</p>
      </div>
      {prize.number !== null && (
        <span className="inline-flex">
          <NumberChip size="md" tone={prize.state === 'not_found' ? 'sea' : 'sun'}>
            {formatCotaNumber(prize.number, totalNumbers)}
          </NumberChip>
        </span>
      )}
      <Badge tone={tone}>{label}</Badge>
    </div>
  );
}

function detailsOf({ state, valueCentavos, finder, foundAt }: InstantPrize): string[] {
  const value = valueCentavos === null ? [] : [formatBrl(valueCentavos)];
  if (state === 'void')
    return [
      ...value,
      'o pagamento de quem achou voltou antes da entrega, e o prêmio não passa a outra pessoa',
    ];
  return finder && foundAt ? [...value, finder, formatDate(foundAt)] : value;
}
