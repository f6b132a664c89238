import { ErrorState } from '../../ui/states.tsx';

/** Shown instead of the way to buy, while it is unknown whether the buyer may. */
export function UnreadBuyer({ onRetry }: { onRetry: () => unknown }) {
  return (
    <ErrorState
      title="Não conseguimos verificar se você pode participar."
      onRetry={onRetry}
      className="py-4"
    />
  );
}
