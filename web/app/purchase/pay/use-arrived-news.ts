import { type RefObject, useEffect, useRef } from 'react';
import { setTabTitle } from '../../document/set-tab-title.ts';

/**
 * For news that arrives on an open page: takes the focus, and the page's title while it is shown.
 *
 * @param isArriving false if the page opened with it
 * @returns ref of its heading
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
