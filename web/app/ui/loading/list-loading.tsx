import { Skeleton } from '../states.tsx';

/** Placeholder for a page or list of cards that is loading. */
export function ListLoading({ rows = 4 }: { rows?: number }) {
  return (
    <output aria-label="Carregando..." className="grid min-h-[60svh] content-start gap-3">
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </output>
  );
}

/** Placeholder for a page that has no frame of its own yet. */
export function PageLoading() {
  return (
    <div className="shell py-8 sm:py-12">
      <ListLoading />
    </div>
  );
}
