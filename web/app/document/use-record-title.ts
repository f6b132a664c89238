import { useEffect } from 'react';
import { useShopName } from './site-facts.ts';

/** Names the shown record in the browser's tab: several of a kind may be open. */
export function useRecordTitle(name: string): void {
  const title = `${name} | ${useShopName()}`;
  useEffect(() => {
    const ofPage = document.title;
    document.title = title;
    return () => {
      // A navigation has already set the next page's title.
      if (document.title === title) document.title = ofPage;
    };
  }, [title]);
}
