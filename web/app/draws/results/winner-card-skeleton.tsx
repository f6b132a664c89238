import { Skeleton } from '../../ui/states.tsx';

export function WinnerCardSkeleton() {
  return (
    <div className="ticket-card" aria-hidden>
      <div className="ticket-upper bg-surface">
        <Skeleton className="aspect-16/9 rounded-none" />
        <div className="grid gap-3 px-5 pt-5 pb-6">
          <Skeleton className="h-6 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      </div>
      <div className="ticket-stub grid bg-surface p-5">
        <Skeleton className="h-14" />
      </div>
    </div>
  );
}
