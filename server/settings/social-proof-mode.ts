import {
  defaultSocialProof,
  isSocialProofMode,
  type SocialProofMode,
} from '@mare/domain/social-proof/social-proof-mode.ts';

/** The version of a setting before its first change. */
const UNSAVED = 1;

/** @param stored the row of `settings`, which exists from the start */
export function socialProofMode(
  config: { demo: boolean },
  stored: { version: number; value: unknown } | undefined,
): SocialProofMode {
  const mode = (stored?.value as { mode?: unknown } | null | undefined)?.mode;
  const isChosen = stored !== undefined && stored.version > UNSAVED;
  return isChosen && isSocialProofMode(mode) ? mode : defaultSocialProof(config);
}
