import { useShopName } from './site-facts.ts';
import { useTabTitle } from './use-tab-title.ts';

/** Names the shown record in the browser's tab: several of a kind may be open. */
export function useRecordTitle(name: string): void {
  useTabTitle(`${name} | ${useShopName()}`);
}
