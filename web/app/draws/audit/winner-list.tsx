import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { formatCotaNumber } from '../../format.ts';
import { Card } from '../../ui/card.tsx';
import { prizeSentence } from '../prizes/prize-sentence.ts';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

/** Winners by prize. Renders nothing before the draw. */
export function WinnerList({ audit: { winners, prizes, draws, rifa } }: { audit: DrawAudit }) {
  const unclaimed = draws.at(-1)?.outcome.winners.filter(({ number }) => number === null) ?? [];
  if (winners.length === 0 && unclaimed.length === 0) return null;
  const nameOf = (position: number) =>
    prizes.find((prize) => prize.position === position)?.name ?? `${position}º prêmio`;
  return (
    <Card padded className="grid gap-4">
      <h2 className="text-2xl">{winners.length === 1 ? 'Quem ganhou' : 'Quem ganhou cada prêmio'}</h2>
      <ol className="grid gap-4">
        {winners.map(({ position, number, name, prize }) => (
          <li
            key={position}
            className="grid grid-cols-[1fr_auto] items-center gap-x-4 border-t border-line pt-4"
          >
            <p className="grid min-w-0">
              <span className="text-sm text-ink-soft">
                {position}º lugar · {nameOf(position)}
              </span>
              <strong className="font-display text-xl wrap-anywhere">{name}</strong>
            </p>
            <NumberChip tone="sun" size="lg">
              {formatCotaNumber(number, rifa.totalNumbers)}
            </NumberChip>
            {prize && <p className="col-span-2 mt-1 text-sm text-ink-soft">{prizeSentence(prize)}</p>}
            {prize?.photo && (
              <img
                src={prize.photo.src}
                width={prize.photo.width}
                height={prize.photo.height}
                loading="lazy"
                alt={`Entrega do prêmio a ${name}`}
                className="col-span-2 mt-2 h-auto max-w-full rounded-md"
              />
            )}
          </li>
        ))}
        {unclaimed.map(({ position }) => (
          <li key={position} className="border-t border-line pt-4 text-ink-soft">
            {position}º lugar · {nameOf(position)}: sem cota que pudesse ganhar
          </li>
        ))}
      </ol>
    </Card>
  );
}
