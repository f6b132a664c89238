import { Link } from 'react-router';
import type { RifaLegal } from '@mare/contract/rifas/rifa-detail.ts';
import { readingExample } from '@mare/domain/draws/reading-example.ts';
import { describeRule, formatIsoDate } from '../../draws/draw-labels.ts';
import { formatCotaNumber } from '../../format.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/data-display/number-chip.tsx';

interface DrawReadingProps {
  rifaId: string;
  totalNumbers: number;
  legal: Pick<RifaLegal, 'drawRule' | 'latestExtraction'>;
}

/** Explains how the winning number is computed, with the latest extraction as the example. */
export function DrawReading({
  rifaId,
  totalNumbers,
  legal: { drawRule, latestExtraction },
}: DrawReadingProps) {
  const example = latestExtraction && readingExample(drawRule, totalNumbers, latestExtraction.prizes);
  return (
    <section aria-labelledby="draw-reading-title">
      <h2 id="draw-reading-title" className="mb-4 text-2xl">
        Como o número será lido
      </h2>
      <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p>{describeRule(drawRule, totalNumbers)}</p>
        {example && (
          <>
            <p className="text-sm text-ink-soft">
              Exemplo com a extração {latestExtraction.number}, de {formatIsoDate(latestExtraction.date)},
              como se valesse para esta rifa:
            </p>
            <ul className="grid gap-1">
              {usedPrizes(example).map(({ prize, places }) => (
                <li key={prize} className="flex items-baseline gap-3">
                  <span className="text-sm text-ink-soft">{prize}º prêmio</span>
                  <MarkedTicket ticket={latestExtraction.prizes[prize - 1]!} places={places} />
                </li>
              ))}
            </ul>
            <p className="flex flex-wrap items-center gap-3">
              <span aria-hidden>→</span> número
              <NumberChip tone="sun" size="lg">
                {formatCotaNumber(example.number, totalNumbers)}
              </NumberChip>
            </p>
          </>
        )}
        <p className="text-sm">
          <Link to={links.draw(rifaId)} className="text-link">
            Acompanhar o sorteio desta rifa
          </Link>
        </p>
      </Card>
    </section>
  );
}

type Example = NonNullable<ReturnType<typeof readingExample>>;

/** The lottery's prizes that give a digit, in order, with the places from the right (0 is the unit). */
function usedPrizes({ digits }: Example): { prize: number; places: number[] }[] {
  const prizes = [...new Set(digits.map(({ prize }) => prize))];
  return prizes.map((prize) => ({
    prize,
    places: digits.filter((pick) => pick.prize === prize).map(({ place }) => place),
  }));
}

/** A ticket as the lottery prints it, '29.004', with the digits that count in bold. */
function MarkedTicket({ ticket, places }: { ticket: string; places: number[] }) {
  return (
    <span className="tabular text-lg">
      {ticket.split('').map((digit, index) => {
        const place = ticket.length - 1 - index;
        return (
          <span key={place}>
            {places.includes(place) ? <strong className="text-sea">{digit}</strong> : digit}
            {place === 3 && '.'}
          </span>
        );
      })}
    </span>
  );
}
