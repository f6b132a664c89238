import type { Winner } from '@mare/contract/draws/winners.ts';
import { Link } from 'react-router';
import { formatDate } from '../format.ts';
import { links } from '../links.ts';
import { LinkButton } from '../ui/button.tsx';
import { RifaPicture } from '../rifa-display/rifa-picture.tsx';

export function RecentWinners({ winners }: { winners: Winner[] }) {
  return (
    <section aria-labelledby="recent-winners-title" className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="recent-winners-title" className="text-2xl">
          Ganhadores Recentes
        </h2>
        {winners.length > 0 && (
          <LinkButton to={links.results()} variant="outline" size="sm" icon="trophy">
            Ver resultados
          </LinkButton>
        )}
      </div>
      {winners.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface p-6 text-ink-soft">
          Nenhum sorteio realizado ainda
        </p>
      ) : (
        <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {winners.map((winner) => (
            <li
              key={winner.id}
              className="relative flex items-center gap-4 rounded-lg border border-line bg-surface p-3 shadow-soft"
            >
              <RifaPicture
                image={winner.prizeImage ?? winner.rifaImage}
                sizes="6rem"
                className="aspect-4/3 w-24 shrink-0 rounded-md bg-sunken"
              />
              <p className="min-w-0">
                <strong className="block wrap-anywhere">{winner.winnerName}</strong>
                <Link
                  to={links.rifaDetail(winner.rifaId)}
                  className="block min-h-6 content-center text-sm wrap-anywhere after:absolute after:inset-0 hover:text-sea hover:underline"
                >
                  {winner.rifaTitle}
                </Link>
                <span className="text-sm text-ink-soft">
                  {winner.winnerPosition}º lugar · {formatDate(winner.drawDate)}
                </span>
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
