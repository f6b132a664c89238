import { createContext, use } from 'react';
import { DEFAULT_SOCIAL_PROOF, type SocialProofMode } from '@mare/domain/social-proof/mode.ts';

/** As the shop's settings say. The components of this folder draw the simulated kind, and nothing otherwise. */
export const SocialProofContext = createContext<SocialProofMode>(DEFAULT_SOCIAL_PROOF);

export function useIllustrative(): boolean {
  return use(SocialProofContext) === 'ilustrativo';
}
