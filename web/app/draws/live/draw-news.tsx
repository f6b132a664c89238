import { useState } from 'react';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { Holding } from '@mare/contract/orders/orders.ts';
import { formatCotaNumber } from '../../format.ts';
import { listExclusionSentence } from '../../rifa-display/list-exclusion.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useOwnHolding } from './use-own-holding.ts';

interface DrawNewsProps {
  audit: DrawAudit;
  /** The draw on the page; null before it. */
  draw: DrawAudit['draws'][number] | null;
  /** Its replay has ended. */
  isOver: boolean;
}

/** Announces the draw to screen readers: its start, the winners, and the result of the caller's cotas. */
export function DrawNews({ audit, draw, isOver }: DrawNewsProps) {
  const [wasAwaited] = useState(draw === null);
  const isDrawn = draw !== null && isOver && audit.rifa.status === 'completed';
  return (
    <LiveRegion className="sr-only">
      {wasAwaited && draw && !isOver && <p>O sorteio começou.</p>}
      {isDrawn && <p>Sorteio encerrado. {winnersSentence(audit)}</p>}
      {isDrawn && <OwnNews rifa={audit.rifa} />}
    </LiveRegion>
  );
}

function OwnNews({ rifa }: Pick<DrawAudit, 'rifa'>) {
  const { holding } = useOwnHolding(rifa.id);
  // Shows the caller's cotas from before the draw until the new ones have loaded.
  if (holding?.status !== 'completed') return null;
  const won = holding.drawn.filter(({ own }) => own);
  if (won.length === 0) return <p>{lostSentence(holding)}</p>;
  const prizes = won.map(
    ({ position, number }) =>
      `${position}º lugar, com o número ${formatCotaNumber(number, rifa.totalNumbers)}`,
  );
  return <p>Parabéns, você ganhou! {prizes.join('; ')}.</p>;
}

export function lostSentence(holding: Pick<Holding, 'quantity' | 'leftOut' | 'leftOutForRefund'>): string {
  const lost =
    holding.quantity > holding.leftOut ? ['Desta vez não foi: nenhuma das suas cotas ganhou.'] : [];
  return [...lost, listExclusionSentence(holding)].join(' ').trim();
}

function winnersSentence({ winners, rifa }: DrawAudit): string {
  if (winners.length === 0) return 'Nenhuma cota podia ganhar.';
  return winners
    .map(
      ({ position, name, number }) =>
        `${position}º lugar: ${name}, número ${formatCotaNumber(number, rifa.totalNumbers)}.`,
    )
    .join(' ');
}
