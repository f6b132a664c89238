/** Which social proof the shop shows: simulated and marked as such, computed from real orders, or none. */
export const SOCIAL_PROOF_MODES = ['ilustrativo', 'real', 'desligado'] as const;
export type SocialProofMode = (typeof SOCIAL_PROOF_MODES)[number];

/** What holds while nobody has chosen, or what was chosen cannot be read. */
export const DEFAULT_SOCIAL_PROOF: SocialProofMode = 'ilustrativo';

export function isSocialProofMode(value: unknown): value is SocialProofMode {
  return SOCIAL_PROOF_MODES.some((mode) => mode === value);
}

/** Real figures are computed anew this often. */
export const REAL_FIGURES_EVERY_MS = 30_000;

/** The newest real purchases told, of one day at most. */
export const REAL_PURCHASES_SHOWN = 10;
