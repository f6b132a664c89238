import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** Path of the page that the server rendered. */
const SERVED = typeof window === 'undefined' ? null : window.location.pathname;

const subscribe = () => () => undefined;

/**
 * The pathname, for a part of the frame that may hydrate after the person has left the page: while it hydrates, that of
 * the page that the server rendered, as its HTML is. Its module has to be loaded with that page.
 */
export function useHydratedPathname(): string {
  const { pathname } = useLocation();
  return useSyncExternalStore(
    subscribe,
    () => pathname,
    () => SERVED ?? pathname,
  );
}
