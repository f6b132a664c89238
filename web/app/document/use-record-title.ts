import { useEffect } from 'react';
import { setTabTitle } from './set-tab-title.ts';
import { useShopName } from './site-facts.ts';

/** Names the shown record in the browser's tab, because several pages of a kind may be open. */
export function useRecordTitle(name: string): void {
  const title = `${name} | ${useShopName()}`;
  useEffect(() => setTabTitle(title), [title]);
}
