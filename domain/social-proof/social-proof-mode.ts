/** Social proof modes: simulated and labelled as such, real, or off. */
export const SOCIAL_PROOF_MODES = ['ilustrativo', 'real', 'desligado'] as const;
export type SocialProofMode = (typeof SOCIAL_PROOF_MODES)[number];

/** Default until the team chooses. Simulated numbers are for the demonstration; a real shop shows its own. */
export function defaultSocialProof({ demo }: { demo: boolean }): SocialProofMode {
  return demo ? 'ilustrativo' : 'real';
}

export function isSocialProofMode(value: unknown): value is SocialProofMode {
  return SOCIAL_PROOF_MODES.some((mode) => mode === value);
}

/** Cache lifetime of real stats. */
export const REAL_STATS_REFRESH_MS = 30_000;

/** Maximum number of recent purchases, from the last 24 hours. */
export const REAL_PURCHASES_SHOWN = 10;
