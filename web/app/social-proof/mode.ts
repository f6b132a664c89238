import { createContext, use } from 'react';
import { DEFAULT_SOCIAL_PROOF, type SocialProofMode } from '@mare/domain/social-proof/mode.ts';

/** Mode from the shop's settings. The components of this folder render only in the illustrative mode. */
export const SocialProofContext = createContext<SocialProofMode>(DEFAULT_SOCIAL_PROOF);

export function useIllustrative(): boolean {
  return use(SocialProofContext) === 'ilustrativo';
}
