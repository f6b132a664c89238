import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { setTabTitle } from '../../document/set-tab-title.ts';

/**
 * Announces an event that arrives on an open page, e.g. a payment: moves the focus to its heading and shows its text as the
 * tab's title until unmounted.
 *
 * @param isArriving false if the page was opened after the event
 * @returns ref for the heading
 */
export function useArrivedNews(news: string, isArriving = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isArriving) return setTabTitle(news);
  }, [news, isArriving]);
  const focused = useRef<string>(null);
  // Before the next frame, see `useFocusNext`. Once per news: the effect runs again if its part of the page was hidden.
  useLayoutEffect(() => {
    if (!isArriving || focused.current === news) return;
    focused.current = news;
    heading.current?.focus();
  }, [news, isArriving]);
  return heading;
}
