import { useEffect } from 'react';

/** Shows a title in the browser's tab for as long as it is given; null: that of the page. */
export function useTabTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return;
    const ofPage = document.title;
    document.title = title;
    return () => {
      // A navigation has already set the next page's title.
      if (document.title === title) document.title = ofPage;
    };
  }, [title]);
}
