import { type RefObject, useEffect, useRef } from 'react';

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
    const { title } = document;
    document.title = news;
    heading.current?.focus();
    return () => {
      // A navigation has already set the next page's title.
      if (document.title === news) document.title = title;
    };
  }, [news, isArriving]);
  return heading;
}
