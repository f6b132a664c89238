/** Suggests the intended e-mail address when the name of a common provider is mistyped. */
import { normalizeEmail } from './security/credentials.ts';

/** In order of preference. */
const SUGGESTED = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com.br',
  'yahoo.com',
  'icloud.com',
  'terra.com.br',
] as const;
/** Real providers that look like a mistyped suggested one. */
const REAL = new Set<string>([
  ...SUGGESTED,
  'aol.com',
  'email.com',
  'hotmail.com.br',
  'mail.com',
  'me.com',
  'outlook.com.br',
  'ymail.com',
]);
const MAX_EDITS = 2;

/** @returns the intended address in lower case, or null when the typed one is plausible or cannot be corrected */
export function correctEmail(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  const at = text.lastIndexOf('@');
  const domain = text.slice(at + 1);
  if (at < 1 || domain === '' || REAL.has(domain)) return null;
  const name = domain.split('.')[0]!;
  const [nearest] = SUGGESTED.map((provider) => ({
    provider,
    // Gmail has one address; other providers exist under several country domains.
    edits: isName(name, provider) && (domain === name || name === 'gmail') ? 0 : countEdits(domain, provider),
  })).toSorted((one, other) => one.edits - other.edits);
  return nearest!.edits <= MAX_EDITS ? normalizeEmail(`${text.slice(0, at)}@${nearest!.provider}`) : null;
}

const isName = (name: string, provider: string) => provider.startsWith(`${name}.`);

/** Fewest insertions, removals, replacements and swaps of neighbours (optimal string alignment). */
function countEdits(from: string, to: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1];
      const edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1));
      const areSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      row[j] = areSwapped ? Math.min(edits, before[j - 2]! + 1) : edits;
    }
    [before, last] = [last, row];
  }
  return last[to.length]!;
}
