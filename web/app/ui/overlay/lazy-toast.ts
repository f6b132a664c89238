import type { ExternalToast } from 'sonner';

type Raise = (message: string, options?: ExternalToast) => void;

/**
 * `toast` of sonner for what a page has to load before it comes alive: the library comes with the first toast. Where it
 * cannot be loaded there is no place for toasts either.
 */
export const lazyToast: Record<'success' | 'error', Raise> = {
  success: (message, options) => raise('success', message, options),
  error: (message, options) => raise('error', message, options),
};

function raise(kind: 'success' | 'error', ...toast: Parameters<Raise>): void {
  import('sonner').then(
    (sonner) => sonner.toast[kind](...toast),
    () => undefined,
  );
}
