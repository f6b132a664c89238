import { useLocation } from 'react-router';
import { useBrowserValue } from '../ui/use-browser-value.ts';

/** Path of the page that the server rendered. */
const SERVED = typeof window === 'undefined' ? null : window.location.pathname;

/**
 * The pathname, for a part of the layout that may hydrate after a navigation: while it hydrates, returns the path of
 * the page that the server rendered, so that its HTML matches. Its module must be loaded with that page.
 */
export function useHydratedPathname(): string {
  const { pathname } = useLocation();
  return useBrowserValue(() => pathname, SERVED ?? pathname);
}
