import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { SupportTicket } from '@mare/contract/support/support.ts';
import { queries } from '../../../api.ts';
import { errorMessage } from '../../../messages.ts';
import { classNames } from '../../../ui/style/class-names.ts';
import { Icon } from '../../../ui/style/icons.tsx';

const STARS = [1, 2, 3, 4, 5];

/** Rating from 1 to 5 stars. Can be changed later. */
export function TicketRating({ ticket: { id, satisfactionRating } }: { ticket: SupportTicket }) {
  const cache = useQueryClient();
  // Optimistic update.
  const [chosen, setChosen] = useState<number | null>(null);
  const rate = useMutation(
    queries.support.rate.mutationOptions({
      // Serialised, because arrow keys pass over the stars in between.
      scope: { id: `rating-${id}` },
      onSuccess: async () => {
        toast.success('Agradecemos a avaliação!');
        await cache.invalidateQueries({ queryKey: queries.support.key() });
      },
      onError: (error) => {
        setChosen(null);
        toast.error('Não foi possível guardar a avaliação.', { description: errorMessage(error) });
      },
    }),
  );
  const rating = chosen ?? satisfactionRating ?? 0;
  return (
    <fieldset>
      <legend className="font-semibold">Como foi o atendimento?</legend>
      <div className="mt-1 -ml-2.5 flex">
        {STARS.map((stars) => (
          <label
            key={stars}
            className={classNames(
              'grid size-11 cursor-pointer place-items-center rounded-full hover:bg-sea-tint has-focus-visible:outline-3 has-focus-visible:outline-sea',
              stars <= rating ? 'text-coral' : 'text-line-strong',
            )}
          >
            <input
              type="radio"
              name={`rating-${id}`}
              value={stars}
              checked={stars === rating}
              onChange={() => {
                setChosen(stars);
                rate.mutate({ id, rating: stars });
              }}
              className="sr-only"
            />
            <Icon name="star" label={stars === 1 ? '1 estrela' : `${stars} estrelas`} className="size-7" />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
