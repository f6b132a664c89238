/** The picture of a rifa that chats and networks show beside its link: 1200 × 630 pixels, drawn from what it is now. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import satori from 'satori';

export interface SharingPicture {
  title: string;
  prizeName: string | null;
  priceCentavos: number;
  /** Whole number, 0 to 100. */
  soldPercent: number;
  /** A JPEG of 4:3, to stand behind the words; null for plain colour. */
  artwork: Buffer | null;
}

const WIDTH = 1200;
const HEIGHT = 630;
const COLORS = { deep: '#0a3a44', sun: '#f9b734', ink: '#12282c', paper: '#fffdf8', coral: '#c7372a' };

const brl = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

type Style = Record<string, string | number>;

/** What satori lays out: an element as React would make it. */
interface Box {
  type: string;
  props: { style: Style; children?: (Box | string)[]; src?: string; width?: number; height?: number };
}

/** @returns the bytes of a PNG */
export async function drawSharingPicture(picture: SharingPicture): Promise<Buffer> {
  const svg = await satori(layout(picture) as unknown as Parameters<typeof satori>[0], {
    width: WIDTH,
    height: HEIGHT,
    fonts: await fonts(),
  });
  const image = await renderAsync(svg, { fitTo: { mode: 'width', value: WIDTH } });
  return image.asPng();
}

function layout(picture: SharingPicture): Box {
  const panel = box(
    {
      position: 'absolute',
      bottom: 0,
      left: 0,
      right: 0,
      flexDirection: 'column',
      background: COLORS.paper,
      padding: '34px 56px 40px',
    },
    [
      text(cut(picture.title, 38), {
        fontFamily: 'Bricolage',
        fontSize: 54,
        lineHeight: 1.1,
        color: COLORS.deep,
      }),
      text(picture.prizeName ? cut(`Prêmio: ${picture.prizeName}`, 70) : 'Sorteio pela Loteria Federal', {
        fontSize: 30,
        marginTop: 10,
        color: COLORS.ink,
      }),
      progress(picture.soldPercent),
    ],
  );
  return box({ width: '100%', height: '100%', background: COLORS.deep, fontFamily: 'Figtree' }, [
    ...(picture.artwork ? [artwork(picture.artwork)] : []),
    panel,
    text(`${brl.format(picture.priceCentavos / 100)} a cota`, {
      position: 'absolute',
      top: 0,
      right: 0,
      padding: '20px 36px',
      borderBottomLeftRadius: 28,
      background: COLORS.sun,
      color: COLORS.ink,
      fontFamily: 'Bricolage',
      fontSize: 44,
    }),
    text('Maré da Sorte', {
      position: 'absolute',
      top: 0,
      left: 0,
      padding: '20px 32px',
      borderBottomRightRadius: 28,
      background: COLORS.deep,
      color: COLORS.paper,
      fontFamily: 'Bricolage',
      fontSize: 36,
    }),
  ]);
}

function progress(percent: number): Box {
  return box({ alignItems: 'center', marginTop: 24 }, [
    box({ flexGrow: 1, height: 22, borderRadius: 11, background: '#d9e4e2' }, [
      box({ width: `${percent}%`, height: 22, borderRadius: 11, background: COLORS.coral }, []),
    ]),
    text(`${percent}% vendido`, { marginLeft: 28, fontSize: 30, fontWeight: 700, color: COLORS.ink }),
  ]);
}

function artwork(jpeg: Buffer): Box {
  const src = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const height = (WIDTH / 4) * 3;
  const style: Style = { position: 'absolute', top: -260, left: 0, width: WIDTH, height };
  return { type: 'img', props: { style, src, width: WIDTH, height } };
}

function box(style: Style, children: (Box | string)[]): Box {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

function text(words: string, style: Style): Box {
  return box(style, [words]);
}

function cut(words: string, limit: number): string {
  return words.length <= limit ? words : `${words.slice(0, limit - 1).trimEnd()}…`;
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

async function font(name: string, weight: 400 | 700, address: string): Promise<Fonts[number]> {
  return { name, weight, style: 'normal', data: await readFile(fileURLToPath(address)) };
}
