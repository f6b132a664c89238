/** Renders link preview images from a layout, in the fonts of the site. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type satori from 'satori';

export const COLORS = {
  deep: '#0a3a44',
  sun: '#f9b734',
  ink: '#12282c',
  paper: '#fffdf8',
  coral: '#c7372a',
  sea: '#0b6b75',
};

export type Style = Record<string, string | number>;

/** A satori element, shaped like a React element. */
export interface Box {
  type: string;
  props: { style: Style; children?: (Box | string)[]; src?: string; width?: number; height?: number };
}

/** @returns the bytes of a PNG */
export async function drawPicture(layout: Box, width: number, height: number): Promise<Buffer> {
  // Loaded lazily: heavy, and most processes never use it.
  const [{ default: layOut }, { renderAsync }] = await Promise.all([
    import('satori'),
    import('@resvg/resvg-js'),
  ]);
  const svg = await layOut(layout as unknown as Parameters<typeof satori>[0], {
    width,
    height,
    fonts: await fonts(),
  });
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width } });
  return image.asPng();
}

export function box(style: Style, children: (Box | string)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

export function textBox(words: string, style: Style): Box {
  return box(style, [withoutEmoji(words)]);
}

/** The fonts have no emoji, and would show a box for each. */
export function withoutEmoji(words: string): string {
  const left = words.replaceAll(EMOJI, '');
  return left === words ? words : left.replaceAll(/\s+/g, ' ').trim();
}

/** With joiners, variation selectors, skin tones and flags; not ©, ® and ™. */
const EMOJI = /(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200D|\uFE0F/gu;

export function truncate(words: string, limit: number): string {
  // By character: half of an emoji is no text.
  const letters = Array.from(words);
  return letters.length <= limit
    ? words
    : `${letters
        .slice(0, limit - 1)
        .join('')
        .trimEnd()}…`;
}

type Fonts = Parameters<typeof satori>[1]['fonts'];
let loadedFonts: Promise<Fonts> | undefined;

function fonts(): Promise<Fonts> {
  loadedFonts ??= Promise.all([
    font('Figtree', 400, import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff')),
    font('Figtree', 700, import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff')),
    font(
      'Bricolage',
      400,
      import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff'),
    ),
  ]);
  return loadedFonts;
}

async function font(name: string, weight: 400 | 700, url: string): Promise<Fonts[number]> {
  return { name, weight, style: 'normal', data: await readFile(fileURLToPath(url)) };
}
