import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { MoreButton } from '../../ui/navigation/more-button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { SavedNote } from '../saved/saved-note.tsx';
import { useSaveForOffline, useOfflineCopy } from '../saved/use-saved-orders.ts';
import { HoldingCard } from './holding-card.tsx';

/** Cotas of the caller, bought or received, by rifa. */
export function MyRifas() {
  const list = useInfiniteQuery({
    ...queries.orders.holdings.infiniteOptions({
      input: (page: number) => ({ page }),
      initialPageParam: 1,
      getNextPageParam: (last) => last.nextPage,
    }),
    staleTime: 0,
  });
  const offlineCopy = useOfflineCopy('holdings', list);
  const read = list.data?.pages.flatMap((page) => page.holdings);
  const holdings = read ?? offlineCopy?.rows ?? [];
  useSaveForOffline('holdings', list.data?.pages[0]?.holdings);
  return (
    <section aria-labelledby="minhas-rifas">
      <h2 id="minhas-rifas" className="mb-4 text-2xl">
        Minhas Rifas
      </h2>
      {offlineCopy && <SavedNote keptAt={offlineCopy.keptAt} className="mb-4" />}
      {list.isPending && !offlineCopy && <Skeleton className="h-64 max-lg:h-svh" />}
      {list.isError && !list.data && !offlineCopy && (
        <Card>
          <ErrorState title="Não foi possível carregar suas rifas." onRetry={() => list.refetch()} />
        </Card>
      )}
      {list.data && holdings.length === 0 && (
        <Card>
          <EmptyState
            title="Você ainda não participa de nenhuma rifa."
            action={<LinkButton to={links.home()}>Ver Rifas</LinkButton>}
          >
            As cotas que você pagar ou ganhar de presente aparecem aqui.
          </EmptyState>
        </Card>
      )}
      <ul className="grid gap-5">
        {holdings.map((holding) => (
          <li key={holding.rifaId}>
            <HoldingCard holding={holding} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} block className="mt-5">
        Mostrar mais rifas
      </MoreButton>
    </section>
  );
}
