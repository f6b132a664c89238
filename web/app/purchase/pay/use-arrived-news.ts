import { type RefObject, useEffect, useRef } from 'react';
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
    if (!isArriving) return;
    const restore = setTabTitle(news);
    heading.current?.focus();
    return restore;
  }, [news, isArriving]);
  return heading;
}
