import { withoutEmoji } from './draw-picture.ts';

/** What the standard fonts of PDF have besides Latin-1 (WinAnsiEncoding). */
const ALSO = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const KNOWN = new RegExp(String.raw`^[\n\u0020-\u007e\u00a0-\u00ff${ALSO}]$`, 'u');

/** Text as the standard fonts can show it: without emoji, other letters without their accents, else a question mark. */
export function pdfWords(words: string): string {
  return Array.from(withoutEmoji(words).normalize('NFC'), (each) =>
    KNOWN.test(each) ? each : withoutAccents(each),
  ).join('');
}

function withoutAccents(letter: string): string {
  const base = letter.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return Array.from(base).every((each) => KNOWN.test(each)) && base !== '' ? base : '?';
}
