import { useRootData } from './root-data.ts';

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export interface SiteFacts {
  /** Without a trailing slash. Empty when the root loader failed. */
  publicUrl: string;
  name: string;
  /** Path of the sharing picture for pages without a specific one; undefined when the root loader failed. */
  picture: string | undefined;
}

/** Fallback for the shop's name while the server cannot be reached; also the default for {loja} in texts. */
const USUAL_NAME = 'Maré da Sorte';

/** Origin and name of the site from the root loader. */
export function siteFacts(matches: Matches): SiteFacts {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; site?: { name: string; picture: string } }
    | undefined;
  const { publicUrl = '', site } = data ?? {};
  return { publicUrl, name: site?.name ?? USUAL_NAME, picture: site?.picture };
}

/** Whether this is a demo deployment, without real payments. */
export function useIsDemo(): boolean {
  return useRootData()?.demo ?? false;
}

/** Whether orders can also be paid on the provider's own page, MercadoPago's. */
export function useHasPaymentPage(): boolean {
  return useRootData()?.site.hasPaymentPage ?? true;
}

export function useShopName(): string {
  return useRootData()?.site.name ?? USUAL_NAME;
}

/** Whether the texts about founding and home town apply; they belong to the original shop. */
export const isMareDaSorte = (shopName: string): boolean => shopName === USUAL_NAME;

/** Component form of `useShopName`, for static texts. */
export function ShopName(): string {
  return useShopName();
}
