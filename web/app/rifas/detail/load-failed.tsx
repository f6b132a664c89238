import { errorMessage } from '../../messages.ts';
import { ErrorState } from '../../ui/states.tsx';

/** Loaded on failure: the error messages are too large for the first view. */
export default function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return <ErrorState level={1} title={errorMessage(error)} onRetry={onRetry} />;
}
