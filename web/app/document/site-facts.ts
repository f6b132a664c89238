import { useRootData } from './root-data.ts';

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export interface SiteFacts {
  /** Without a trailing slash. Empty when the root itself failed. */
  publicUrl: string;
  /** What the shop calls itself. */
  name: string;
}

/** Where the shop's name is not known: while the server cannot be reached, and in texts that say {loja}. */
const USUAL_NAME = 'Maré da Sorte';

/** The site's address and name, as the root loader gave them. */
export function siteFacts(matches: Matches): SiteFacts {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; site?: { name: string } }
    | undefined;
  return { publicUrl: data?.publicUrl ?? '', name: data?.site?.name ?? USUAL_NAME };
}

/** Whether nothing here is real, least of all the payments. */
export function useIsDemo(): boolean {
  return useRootData()?.demo ?? false;
}

/** What the shop calls itself. */
export function useShopName(): string {
  return useRootData()?.site.name ?? USUAL_NAME;
}

/** The same, within texts that are written down once. */
export function ShopName(): string {
  return useShopName();
}
