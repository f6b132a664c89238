import { useRouteLoaderData } from 'react-router';
import type { SocialProofMode } from '@mare/domain/social-proof/social-proof-mode.ts';
import type { Api } from '../api.ts';

/** Site-wide data of the root loader. */
export interface RootData {
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
  demo: boolean;
  socialProof: SocialProofMode;
  site: Awaited<ReturnType<Api['site']['read']>>;
}

/** Undefined when the root loader failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>('root');
}
