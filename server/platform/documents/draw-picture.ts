/** Renders link preview images from a layout, in the fonts of the site. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type satori from 'satori';
import { EMBEDDED_FONTS, printableWords } from './printable-words.ts';

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
    fonts: await fonts(JSON.stringify(layout)),
  });
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: width } });
  return image.asPng();
}

export function box(style: Style, children: (Box | string)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

export function textBox(words: string, style: Style): Box {
  return box(style, [printableWords(words)]);
}

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
let siteFonts: Promise<Fonts> | undefined;
let allFonts: Promise<Fonts> | undefined;

/** What the fonts of the site have. */
const IN_SITE_FONTS = /^[\u0020-\u00ff\u0152\u0153\u2010-\u2044\u20ac\u2122]*$/;

/** With fonts for letters that those of the site lack, if there are any. */
function fonts(words: string): Promise<Fonts> {
  siteFonts ??= Promise.all([
    font('Figtree', 400, import.meta.resolve('@fontsource/figtree/files/figtree-latin-400-normal.woff')),
    font('Figtree', 700, import.meta.resolve('@fontsource/figtree/files/figtree-latin-700-normal.woff')),
    font(
      'Bricolage',
      400,
      import.meta.resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff'),
    ),
  ]);
  if (IN_SITE_FONTS.test(words)) return siteFonts;
  allFonts ??= Promise.all([
    siteFonts,
    font('DejaVu', 400, EMBEDDED_FONTS.regular),
    font('DejaVu', 700, EMBEDDED_FONTS.bold),
  ]).then(([site, ...more]) => [...site, ...more]);
  return allFonts;
}

async function font(name: string, weight: 400 | 700, url: string): Promise<Fonts[number]> {
  return { name, weight, style: 'normal', data: await readFile(fileURLToPath(url)) };
}
