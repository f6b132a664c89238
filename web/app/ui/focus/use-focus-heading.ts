import { type RefObject, useLayoutEffect, useRef } from 'react';
import { focusHeadingAround } from './focus-heading-around.ts';

/**
 * Moves focus to the new heading, for a page whose pressed button disappears with its content.
 *
 * @param step changes with the heading
 * @returns ref of the page
 */
export function useFocusHeading<Page extends HTMLElement>(step: string): RefObject<Page | null> {
  const page = useRef<Page>(null);
  const shown = useRef(step);
  // Before the next frame, see `useFocusNext`.
  useLayoutEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    focusHeadingAround(page.current);
  }, [step]);
  return page;
}
