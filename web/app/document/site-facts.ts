import type { StoredLogos } from '@mare/contract/site.ts';
import { shopPicturePath } from '@mare/domain/admin/logo-path.ts';
import { useRootData } from './root-data.ts';

export type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

export interface SiteFacts {
  /** Without a trailing slash. Empty when the root loader failed. */
  publicUrl: string;
  name: string;
  /** Sharing picture of pages without one of their own, 1200 × 630 px. */
  picture: string;
}

/** Of a shop without a logo. */
const USUAL_PICTURE = '/icons/share.png';

/** Fallback for the shop's name while the server cannot be reached; also the default for {loja} in texts. */
const USUAL_NAME = 'Maré da Sorte';

/** Origin and name of the site from the root loader. */
export function siteFacts(matches: Matches): SiteFacts {
  const data = matches.find((match) => match?.id === 'root')?.loaderData as
    | { publicUrl?: string; site?: { name: string; logo: StoredLogos } }
    | undefined;
  const logo = data?.site?.logo;
  const shown = logo?.wide ?? logo?.mark;
  return {
    publicUrl: data?.publicUrl ?? '',
    name: data?.site?.name ?? USUAL_NAME,
    picture: shown ? shopPicturePath(shown.id) : USUAL_PICTURE,
  };
}

/** Whether this is a demo deployment, without real payments. */
export function useIsDemo(): boolean {
  return useRootData()?.demo ?? false;
}

export function useShopName(): string {
  return useRootData()?.site.name ?? USUAL_NAME;
}

/** Component form of `useShopName`, for static texts. */
export function ShopName(): string {
  return useShopName();
}
