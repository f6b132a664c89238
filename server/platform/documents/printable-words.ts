/** Text as the fonts of printed documents and drawn pictures can show it. */
import anyAscii from 'any-ascii';

/** What the standard fonts of PDF have besides Latin-1 (WinAnsiEncoding). */
const ALSO = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const STANDARD = String.raw`\n\u0020-\u007e\u00a0-\u00ff${ALSO}`;
/** Latin, Greek and Cyrillic letters with their marks, as far as both embedded fonts have all of them. */
const EMBEDDED = String.raw`\u0100-\u024f\u0259\u0300-\u034f\u0370-\u0377\u037a-\u037f\u0384-\u038a\u038c\u038e-\u03a1\u03a3-\u0525\u1e00-\u1efb\u2010-\u2044\u20a0-\u20b5\u2116-\u2122`;
const IN_STANDARD = new RegExp(`^[${STANDARD}]*$`, 'u');
const IN_EITHER = new RegExp(`^[${STANDARD}${EMBEDDED}]$`, 'u');

/** URLs of files of a font with the letters that the standard fonts of PDF and the fonts of the site lack. */
export const EMBEDDED_FONTS = {
  regular: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
  bold: import.meta.resolve('dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf'),
};

/** Without emoji; letters that no font has, in Latin letters. */
export function printableWords(words: string): string {
  return Array.from(withoutEmoji(words).normalize('NFC'), (each) =>
    IN_EITHER.test(each) ? each : inLatin(each),
  ).join('');
}

/** Replaces a title that the fonts cannot show at all, such as one of emoji only, which would leave a blank line. */
export function printableTitle(title: string, fallback: string): string {
  return /[\p{L}\p{N}]/u.test(printableWords(title)) ? title : fallback;
}

/** @param words printable ones */
export function needsEmbeddedFont(words: string): boolean {
  return !IN_STANDARD.test(words);
}

function inLatin(letter: string): string {
  if (/\p{Cc}/u.test(letter)) return ' ';
  return anyAscii(letter) || (/\p{L}/u.test(letter) ? '?' : '');
}

/** The fonts have no emoji, and would show a box for each. */
export function withoutEmoji(words: string): string {
  const left = words.replaceAll(EMOJI, '');
  return left === words ? words : left.replaceAll(/\s+/g, ' ').trim();
}

/** With joiners, variation selectors, skin tones and flags; not ©, ® and ™. */
const EMOJI = /(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F/gu;
