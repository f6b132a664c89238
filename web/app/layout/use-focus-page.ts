import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the new page's heading after a navigation, which also announces the page. */
export function useFocusPage(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const left = new AbortController();
    // Lazy: the first page needs none of it. Offline the focus stays where it was.
    import('./focus-heading.ts').then(
      ({ focusHeading }) => focusHeading(left.signal),
      () => {},
    );
    return () => left.abort();
  }, [pathname]);
}
