import type { RifaSummary } from '@mare/contract/rifas/rifa-detail.ts';
import { browseRifas, isNarrowed, parseRifaSearch } from '@mare/domain/rifas/browse-rifas.ts';
import { Suspense, useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { Pagination } from '../../ui/navigation/pagination.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { scrollRow } from '../../ui/style/scroll-row.ts';
import { FeaturedRifa } from './featured-rifa.tsx';
import { RifaCard } from './rifa-card.tsx';
import { rifaGrid } from './rifa-list-loading.tsx';
import { serverNow } from '../../ui/server-clock.ts';

/** Hydrated after the cards. */
const RifaFilters = lazyComponent(() =>
  import('./rifa-filters.tsx').then((module) => ({ default: module.RifaFilters })),
);

/** Filters are hidden below this number of rifas. */
const MIN_RIFAS_FOR_FILTERS = 6;

/** Featured rifa, then the others, filtered and sorted by the URL. */
export function RifaList({ rifas }: { rifas: RifaSummary[] }) {
  const [parameters] = useSearchParams();
  const [openedAt] = useState(serverNow);
  const onSale = rifas.filter(({ status }) => status !== 'scheduled' && status !== 'completed');
  const [featured, ...others] = onSale;
  if (!rifas[0]) {
    return (
      <EmptyState title="Nenhuma rifa disponível">Volte mais tarde ou entre em contato conosco.</EmptyState>
    );
  }
  const search = parseRifaSearch(parameters);
  const narrowed = isNarrowed(search);
  const found = browseRifas(narrowed ? onSale : others, search, openedAt);
  const hrefFor = (page: number) => {
    const next = new URLSearchParams(parameters);
    next.set('pagina', String(page));
    return { search: next.toString(), hash: 'rifas' };
  };
  return (
    <>
      {featured && !narrowed && found.page === 1 && (
        <section aria-labelledby="featured-title" className="grid grid-cols-1 gap-3 sm:gap-6">
          <h2 id="featured-title" className="text-xl sm:text-2xl">
            Rifa em Destaque
          </h2>
          <FeaturedRifa rifa={featured} />
        </section>
      )}
      {others.length > 0 && (
        <section aria-labelledby="others-title" className="grid grid-cols-1 gap-4 sm:gap-6">
          <h2 id="others-title" aria-live="polite" className="text-xl sm:text-2xl">
            {narrowed ? foundTitle(found.found) : 'Mais Rifas Disponíveis'}
          </h2>
          {onSale.length >= MIN_RIFAS_FOR_FILTERS && (
            <Suspense fallback={<Skeleton className="h-48 sm:h-34" />}>
              <RifaFilters search={search} />
            </Suspense>
          )}
          {found.found === 0 && <NothingFound />}
          <div className={rifaGrid}>
            {found.rifas.map((rifa) => (
              <RifaCard key={rifa.id} rifa={rifa} />
            ))}
          </div>
          <Pagination label="Páginas de rifas" page={found.page} pages={found.pages} hrefFor={hrefFor} />
        </section>
      )}
      <div className={`${scrollRow} empty:hidden sm:gap-16`}>
        <Cards title="Em Breve" rifas={rifas.filter(({ status }) => status === 'scheduled')} />
        <Cards title="Últimos Sorteios" rifas={rifas.filter(({ status }) => status === 'completed')} />
      </div>
    </>
  );
}

/** Rifas that are not on sale. */
function Cards({ title, rifas }: { title: string; rifas: RifaSummary[] }) {
  const titleId = useId();
  if (rifas.length === 0) return null;
  return (
    <section
      aria-labelledby={titleId}
      className="grid shrink-0 grid-rows-[auto_1fr] gap-3 sm:grid-cols-1 sm:gap-6"
    >
      <h2 id={titleId} className="text-xl sm:text-2xl">
        {title}
      </h2>
      <ul className="flex gap-3 sm:grid sm:grid-cols-2 sm:gap-6 lg:grid-cols-4">
        {rifas.map((rifa) => (
          <li key={rifa.id} className="grid w-40 shrink-0 sm:w-auto">
            <RifaCard rifa={rifa} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function foundTitle(count: number): string {
  return count === 1 ? '1 rifa encontrada' : `${formatInteger(count)} rifas encontradas`;
}

function NothingFound() {
  return (
    <EmptyState
      icon="search"
      title="Nenhuma rifa encontrada"
      action={
        <LinkButton to={{ pathname: links.home(), search: '', hash: 'rifas' }} variant="outline">
          Ver todas as rifas
        </LinkButton>
      }
    >
      Tente outras palavras, um preço maior ou outra data.
    </EmptyState>
  );
}
