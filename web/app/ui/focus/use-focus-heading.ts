import { type RefObject, useEffect, useRef } from 'react';
import { focusHeadingAround } from './focus-heading-around.ts';

/**
 * For a page whose pressed button goes with the question: moves the focus to the heading that took its place.
 *
 * @param step changes with the heading
 * @returns ref of the page
 */
export function useFocusHeading<Page extends HTMLElement>(step: string): RefObject<Page | null> {
  const page = useRef<Page>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    focusHeadingAround(page.current);
  }, [step]);
  return page;
}
