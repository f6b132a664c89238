/** Brand colours with sufficient text contrast (WCAG 2.2, 1.4.3). */

type Rgb = readonly [number, number, number];

/** Minimum contrast of text. */
export const MIN_CONTRAST = 4.5;

const LIGHT_GROUNDS = ['#ffffff', '#fbf6ed', '#f3eadb'];
const DARK_GROUNDS = ['#06191f', '#0c262e', '#12323c'];
const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];

export interface ThemeColours {
  /** The colour: text on the theme's backgrounds, and a background for `on`. */
  base: string;
  /** For text on `tint`. */
  strong: string;
  tint: string;
  on: string;
}

/** @param first @param second e.g. '#0b6b75' @returns contrast ratio, 1 to 21 */
export function contrast(first: string, second: string): number {
  const [lighter, darker] = [luminance(read(first)), luminance(read(second))].sort((a, b) => b - a);
  return (lighter! + 0.05) / (darker! + 0.05);
}

/** Whether its contrast suffices on every light background of the site. */
export function isReadable(colour: string): boolean {
  return LIGHT_GROUNDS.every((ground) => contrast(colour, ground) >= MIN_CONTRAST);
}

/** Variants of a readable colour for both themes, lightened for dark until its contrast suffices. */
export function themeColours(colour: string): { light: ThemeColours; dark: ThemeColours } {
  const tint = write(mix(read(colour), WHITE, 0.86));
  const bright = until(colour, WHITE, (one) =>
    DARK_GROUNDS.every((ground) => contrast(one, ground) >= MIN_CONTRAST),
  );
  const darkTint = write(mix(read(bright), read(DARK_GROUNDS[0]!), 0.78));
  return {
    light: {
      base: colour,
      strong: until(colour, BLACK, (one) => contrast(one, tint) >= 7),
      tint,
      on: '#ffffff',
    },
    dark: {
      base: bright,
      strong: until(bright, WHITE, (one) => contrast(one, darkTint) >= 7),
      tint: darkTint,
      on: until(bright, BLACK, (one) => contrast(one, bright) >= MIN_CONTRAST),
    },
  };
}

/** The first step towards another colour that passes; that colour if none does. */
function until(from: string, target: Rgb, passes: (colour: string) => boolean): string {
  for (let share = 0; share <= 1; share += 0.04) {
    const colour = write(mix(read(from), target, share));
    if (passes(colour)) return colour;
  }
  return write(target);
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(one[at] * (1 - share) + other[at] * share);
  return [part(0), part(1), part(2)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function read(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

function write(colour: Rgb): string {
  return `#${colour.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}
