import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { links } from '../links.ts';

/** Focuses the page's heading. Lazy, because the first page does not need it. Offline the focus does not move. */
export function focusPage(left = new AbortController().signal): void {
  import('../ui/focus/focus-page-heading.ts').then(
    ({ focusPageHeading }) => focusPageHeading(left),
    () => {},
  );
}

/** Moves the focus to the new page's heading after a navigation, which also announces the page. */
export function useFocusPage(): void {
  const { pathname, search } = useLocation();
  // The order replaces the cart on the same page.
  const page = pathname === links.checkout() ? pathname + search : pathname;
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    const left = new AbortController();
    focusPage(left.signal);
    return () => left.abort();
  }, [page]);
}
