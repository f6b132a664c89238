import { Skeleton } from '../../ui/states.tsx';

/** Grid of rifa cards. */
export const rifaGrid = 'grid grid-cols-2 gap-3 sm:gap-6 lg:grid-cols-4';

const SKELETONS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function RifaListLoading() {
  return (
    <div aria-busy className={rifaGrid}>
      <output className="sr-only">Carregando...</output>
      {SKELETONS.map((key) => (
        <RifaCardSkeleton key={key} />
      ))}
    </div>
  );
}

function RifaCardSkeleton() {
  return (
    <div className="ticket-card" aria-hidden>
      <div className="ticket-upper bg-surface">
        <Skeleton className="aspect-4/3 rounded-none" />
        <div className="grid gap-3 px-3 pt-3 pb-4 sm:px-5 sm:pt-5 sm:pb-6">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-4" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </div>
      <div className="ticket-stub grid gap-4 bg-surface p-3 sm:p-5">
        <Skeleton className="h-2.5" />
        <Skeleton className="h-13 max-sm:hidden" />
        <Skeleton className="h-12 rounded-full" />
      </div>
    </div>
  );
}
