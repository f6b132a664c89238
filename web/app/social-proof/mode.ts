import { createContext, use } from 'react';

/**
 * Which social proof the shop shows: simulated and marked as such, computed from real orders, or none. The components
 * of this folder draw only the simulated kind and show nothing otherwise.
 */
export type SocialProofMode = 'ilustrativo' | 'real' | 'desligado';

export const SocialProofContext = createContext<SocialProofMode>('ilustrativo');

export function useIllustrative(): boolean {
  return use(SocialProofContext) === 'ilustrativo';
}
