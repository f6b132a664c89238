import type { ExternalToast } from 'sonner';

type Kind = 'success' | 'error' | 'info';
type Raise = (message: string, options?: ExternalToast) => void;

/**
 * `toast` of sonner for modules that load before hydration: the first toast loads the library. A failed load is ignored,
 * because without the library there is no toast region either.
 */
export const lazyToast: Record<Kind, Raise> = {
  success: (message, options) => raise('success', message, options),
  error: (message, options) => raise('error', message, options),
  info: (message, options) => raise('info', message, options),
};

function raise(kind: Kind, ...toast: Parameters<Raise>): void {
  import('sonner').then(
    (sonner) => sonner.toast[kind](...toast),
    () => undefined,
  );
}
