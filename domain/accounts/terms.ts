/** Terms of use in force. A change of their text needs a new version, which buyers accept with the next order. */
export const TERMS = {
  version: 1,
  /** Month and year. */
  updated: 'janeiro de 2024',
} as const;

/** Key in the metadata of a sign-up: the version that the form showed. */
export const TERMS_METADATA = 'terms_version';

/** Version accepted by a sign-up; null if it is unknown. */
export function acceptedVersion(metadata: Record<string, unknown>): number | null {
  const version = metadata[TERMS_METADATA];
  const exists = typeof version === 'number' && Number.isInteger(version) && version >= 1;
  return exists && version <= TERMS.version ? version : null;
}
