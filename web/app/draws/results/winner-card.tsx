import type { Winner } from '@mare/contract/draws/winners.ts';
import { Link } from 'react-router';
import { formatCotaNumber, formatDate } from '../../format.ts';
import { links } from '../../links.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';
import { prizeSentence } from '../prizes/prize-sentence.ts';
import { RifaPicture } from '../../rifa-display/rifa-picture.tsx';

interface WinnerCardProps {
  winner: Winner;
  /** Loads the picture with priority, because it is above the fold. */
  first?: boolean;
}

/** A prize and its winner, drawn as a ticket. */
export default function WinnerCard({ winner, first = false }: WinnerCardProps) {
  const title = (
    <Link
      to={links.rifaDetail(winner.rifaId)}
      className="after:absolute after:inset-0 after:z-1 hover:text-sea"
    >
      {winner.rifaTitle}
    </Link>
  );
  return (
    <article className="ticket-card group h-full">
      <div className="ticket-upper bg-surface">
        <div className="relative aspect-16/9 overflow-hidden bg-sunken">
          <RifaPicture
            image={winner.prizeImage ?? winner.rifaImage}
            sizes="(min-width: 1024px) 24rem, (min-width: 640px) 50vw, 100vw"
            priority={first ? 'first' : 'later'}
            className="size-full transition-transform duration-500 ease-tide group-hover:scale-104"
          />
          <Badge tone="sun" icon="trophy" className="absolute top-3 left-3 shadow-soft">
            {winner.winnerPosition}º lugar
          </Badge>
        </div>
        <div className="grid gap-1 px-5 pt-4 pb-5">
          <h2 className="text-xl">{winner.prizeName ?? title}</h2>
          {winner.prizeName && <p className="text-sm text-ink-soft">{title}</p>}
          <p className="flex items-center gap-1.5 text-sm text-ink-soft">
            <Icon name="calendar" className="size-4" />
            Sorteio em <time dateTime={winner.drawDate}>{formatDate(winner.drawDate)}</time>
          </p>
          {winner.prize && <p className="text-sm">{prizeSentence(winner.prize)}</p>}
          {winner.prize?.photo && (
            <img
              src={winner.prize.photo.src}
              width={winner.prize.photo.width}
              height={winner.prize.photo.height}
              loading="lazy"
              alt={`Entrega do prêmio a ${winner.winnerName}`}
              className="mt-2 aspect-4/3 w-full rounded-md object-cover"
            />
          )}
          <p className="relative z-2 mt-1 justify-self-start text-sm">
            <Link
              to={links.draw(winner.rifaId)}
              className="font-semibold text-sea underline underline-offset-4"
            >
              Conferir o sorteio
              <span className="sr-only">: {winner.rifaTitle}</span>
            </Link>
          </p>
        </div>
      </div>
      <div className="ticket-stub flex items-start justify-between gap-4 bg-surface px-5 pt-5 pb-5">
        <p className="grid min-w-0 gap-1">
          <span className="block text-sm text-ink-soft">Ganhou</span>
          <strong className="block font-display text-xl wrap-anywhere">{winner.winnerName}</strong>
        </p>
        <p className="grid justify-items-end gap-1">
          <span className="text-sm text-ink-soft">Número</span>
          <NumberChip tone="sun" size="lg">
            {formatCotaNumber(winner.winnerNumber, winner.totalNumbers)}
          </NumberChip>
        </p>
      </div>
    </article>
  );
}
