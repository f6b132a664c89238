import { createContext, use } from 'react';
import type { SocialProofMode } from '@mare/domain/social-proof/social-proof-mode.ts';

/** Mode from the shop's settings. The components of this folder render only in the illustrative mode. */
export const SocialProofContext = createContext<SocialProofMode>('desligado');

export function useIllustrative(): boolean {
  return use(SocialProofContext) === 'ilustrativo';
}
