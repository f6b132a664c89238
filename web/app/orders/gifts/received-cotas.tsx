import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queries } from '../../api.ts';
import { formatCotaNumber } from '../../format.ts';
import { links } from '../../links.ts';
import { Card } from '../../ui/card.tsx';
import { NumberChip } from '../../ui/number-chip.tsx';

/** Cotas that the person was given. Nothing while there are none. */
export function ReceivedCotas() {
  const { data } = useQuery({ ...queries.orders.receivedCotas.queryOptions(), staleTime: 0 });
  if (!data || data.gifts.length === 0) return null;
  return (
    <section aria-labelledby="presentes" className="mb-8">
      <h2 id="presentes" className="mb-4 text-2xl">
        Presentes que ganhei
      </h2>
      <Card padded>
        <ul className="divide-y divide-line">
          {data.gifts.map((gift) => (
            <li key={gift.reference} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <NumberChip size="md">{formatCotaNumber(gift.number, gift.totalNumbers)}</NumberChip>
              <span className="min-w-0 grow">
                <Link
                  to={links.rifaDetail(gift.rifaId)}
                  className="font-semibold hover:text-sea hover:underline"
                >
                  {gift.title}
                </Link>
                <span className="block text-sm text-ink-soft">
                  de {gift.giver}
                  {gift.state === 'claimed' ? (
                    <>
                      {' · '}
                      <Link to={links.giftProof(gift.reference)} className="text-link">
                        Comprovante
                      </Link>
                    </>
                  ) : (
                    ' · não vale mais'
                  )}
                </span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </section>
  );
}
