import { useQuery } from '@tanstack/react-query';
import type { FoundPrize } from '@mare/contract/rifas/instant-prizes.ts';
import { queries } from '../../api.ts';
import { formatCotaNumber } from '../../format.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Icon } from '../../ui/style/icons.tsx';

/** Prizes are assigned shortly after the payment. Polls a few times; the notification covers later ones. */
const POLL_MS = 2_000;
const MAX_POLLS = 8;

/** Cotas premiadas found by a paid order. Renders nothing if there are none. */
export function FoundPrizes({ externalReference }: { externalReference: string }) {
  const { data } = useQuery({
    ...queries.draws.foundPrizes.queryOptions({ input: { externalReference } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      (state.data?.found.length ?? 0) > 0 || state.dataUpdateCount >= MAX_POLLS ? false : POLL_MS,
  });
  return <LiveRegion>{data && data.found.length > 0 && <Found found={data.found} />}</LiveRegion>;
}

function Found({ found }: { found: FoundPrize[] }) {
  const sentences = [
    ...(found.some(({ isOnHold }) => isOnHold)
      ? ['O pagamento está em contestação: a entrega espera a decisão do banco.']
      : []),
    ...(found.some(({ isDelivered, isOnHold }) => !isDelivered && !isOnHold)
      ? ['Falaremos com você pelos dados da conta para combinar a entrega.']
      : []),
    ...(found.some(({ isInDraw }) => isInDraw) ? ['O número continua valendo no sorteio.'] : []),
  ];
  return (
    <Card padded className="grid gap-4 border-2 border-sun">
      <h2 className="flex items-center gap-3 text-xl">
        <Icon name="gift" className="size-7 text-sea" />
        Você achou {found.length === 1 ? 'uma cota premiada' : `${found.length} cotas premiadas`}!
      </h2>
      <ul className="grid gap-2">
        {found.map((prize) => (
          <li key={`${prize.rifaId}-${prize.position}`}>
            <strong>{prize.name}</strong>: número{' '}
            <span className="tabular font-bold">{formatCotaNumber(prize.number, prize.totalNumbers)}</span> de{' '}
            {prize.title}
            {prize.isDelivered && ' · já entregue'}
          </li>
        ))}
      </ul>
      {sentences.length > 0 && <p className="text-sm text-ink-soft">{sentences.join(' ')}</p>}
      <LinkButton to={links.instantPrizes(found[0]!.rifaId)} variant="outline" size="sm" icon="shield">
        Conferir a cota premiada
      </LinkButton>
    </Card>
  );
}
