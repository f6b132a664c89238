/** Removes additions of mail programs from a reply: the quoted mail, its heading, and a signature. */

/** Patterns of the first line that the writer did not write. */
const STARTS_OF_QUOTE: readonly RegExp[] = [
  // Gmail, Apple Mail, Thunderbird; the heading has a time or an e-mail address, and may wrap into a second line.
  /^(?:em|no dia)\b(?=.{0,300}(?:@|\d:\d\d)).{0,300}\bescreveu:?\s*$/is,
  /^on\b(?=.{0,300}(?:@|\d:\d\d)).{0,300}\bwrote:?\s*$/is,
  /^el\b(?=.{0,300}(?:@|\d:\d\d)).{0,300}\bescribió:?\s*$/is,
  // Outlook.
  /^\s*-{2,}\s*(?:mensagem original|mensagem encaminhada|original message|forwarded message)\s*-{2,}/i,
  /^_{10,}\s*$/,
  /^\*?(?:de|from):\*?\s.{0,300}(?:\n\*?(?:enviad[ao](?: em)?|data|date|sent|para|to):\*?\s)/i,
  // Signatures.
  /^-- ?$/,
  /^(?:enviad[ao] (?:do|da|a partir do|pelo) (?:meu |minha )?.{1,60}|sent from my .{1,60}|obter o? ?outlook para .{1,40})$/i,
];

/** Maximum lines of a wrapped heading. */
const HEADING_LINES = 3;

/**
 * @param own e-mail addresses of the shop: a line with one of them before the quoted mail is its heading
 * @returns the text itself if nothing else would be left
 */
export function stripQuoted(text: string, own: readonly string[] = []): string {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const end = lines.findIndex((_, at) => startsQuote(lines, at, own));
  const written = dropTrailingQuote(end === -1 ? lines : lines.slice(0, end));
  return tidy(written) || tidy(lines);
}

function startsQuote(lines: readonly string[], at: number, own: readonly string[]): boolean {
  const line = lines[at]!;
  const wrapped = Array.from({ length: HEADING_LINES }, (_, more) =>
    lines.slice(at, at + more + 1).join('\n'),
  );
  if (wrapped.some((heading) => STARTS_OF_QUOTE.some((start) => start.test(heading)))) return true;
  const lower = line.toLowerCase();
  return (
    own.some((address) => lower.includes(address.toLowerCase())) &&
    lines.slice(at + 1, at + 1 + HEADING_LINES).some((next) => next.startsWith('>'))
  );
}

/** An answer below its quotes keeps them; quotes below the answer are removed. */
function dropTrailingQuote(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'));
  return lines.slice(0, last + 1);
}

function tidy(lines: readonly string[]): string {
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
