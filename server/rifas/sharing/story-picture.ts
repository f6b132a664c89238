/**
 * Picture of a rifa for stories (1080 × 1920 pixels) and feeds (1080 × 1080): the prize, a buyer's own numbers and a QR
 * code.
 */
import { formatBrl, formatLongDate } from '@mare/domain/format.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { renderSVG } from 'uqr';
import {
  type Box,
  box,
  COLORS,
  drawPicture,
  textBox,
  truncate,
} from '../../platform/documents/draw-picture.ts';
import { logoBox, type LogoPicture } from '../../platform/documents/logo.ts';
import { printableTitle } from '../../platform/documents/printable-words.ts';

export type StoryShape = 'story' | 'square';

export interface StoryPicture {
  shopName: string;
  /** Instead of the name; null without one. */
  logo: LogoPicture | null;
  title: string;
  prizeName: string | null;
  priceCentavos: number;
  totalNumbers: number;
  drawDate: string;
  /** The buyer's, ascending. Empty: the picture of a seller. */
  numbers: readonly number[];
  /** Short URL of the rifa: the order's URL is secret, and stories are public. */
  url: string;
  /** A 4:3 JPEG; null for a plain background. */
  artwork: Buffer | null;
}

const WIDTH = 1080;

const SHAPES = {
  story: { height: 1920, artwork: 810, numbers: 18, title: 68, padding: '56px 72px 72px', qr: 250 },
  square: { height: 1080, artwork: 380, numbers: 6, title: 50, padding: '30px 56px 40px', qr: 180 },
} as const;

type Shape = (typeof SHAPES)[StoryShape];

/** @returns a PNG */
export function drawStoryPicture(picture: StoryPicture, shape: StoryShape): Promise<Buffer> {
  const measures = SHAPES[shape];
  const layout = box(
    {
      width: '100%',
      height: '100%',
      flexDirection: 'column',
      background: COLORS.deep,
      color: COLORS.paper,
      fontFamily: 'Figtree',
      fontSize: 34,
    },
    [
      ...(picture.artwork ? [artwork(picture.artwork, measures.artwork)] : []),
      box({ flexDirection: 'column', flexGrow: 1, padding: measures.padding }, [
        ...words(picture, measures),
        box({ flexGrow: 1 }, []),
        invitation(picture, measures),
      ]),
    ],
  );
  return drawPicture(layout, WIDTH, measures.height);
}

/** Crops the centre at full width. */
function artwork(jpeg: Buffer, height: number): Box {
  const src = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const full = (WIDTH / 4) * 3;
  return box({ position: 'relative', width: WIDTH, height, overflow: 'hidden' }, [
    {
      type: 'img',
      props: {
        style: { position: 'absolute', top: (height - full) / 2, left: 0, width: WIDTH, height: full },
        src,
        width: WIDTH,
        height: full,
      },
    },
  ]);
}

function words(
  { shopName, logo, title, prizeName, totalNumbers, drawDate, numbers }: StoryPicture,
  measures: Shape,
): Box[] {
  return [
    logo
      ? logoBox(logo, 84)
      : textBox(truncate(shopName, 32), { fontFamily: 'Bricolage', fontSize: 34, color: COLORS.sun }),
    textBox(printableTitle(title, 'Rifa'), {
      fontFamily: 'Bricolage',
      // The longest title, 120 characters, is shown whole.
      fontSize: measures.title * (title.length > 80 ? 0.65 : title.length > 48 ? 0.8 : 1),
      lineHeight: 1.08,
      wordBreak: 'break-word',
      marginTop: logo ? 24 : 10,
    }),
    ...(numbers.length > 0
      ? ownNumbers(numbers, totalNumbers, measures)
      : [
          textBox(
            prizeName && prizeName !== title ? `Prêmio: ${prizeName}` : 'Rifa com sorteio que se confere',
            { marginTop: 22, fontSize: 40 },
          ),
        ]),
    textBox(`Sorteio em ${formatLongDate(drawDate)}, pela Loteria Federal`, { marginTop: 24, fontSize: 32 }),
  ];
}

function ownNumbers(numbers: readonly number[], totalNumbers: number, measures: Shape): Box[] {
  const shown = numbers.slice(0, measures.numbers);
  const hidden = numbers.length - shown.length;
  return [
    textBox(numbers.length === 1 ? 'Meu número da sorte' : 'Meus números da sorte', { marginTop: 22 }),
    box({ flexWrap: 'wrap', gap: 14, marginTop: 16 }, [
      ...shown.map((number) =>
        textBox(formatNumber(number, totalNumbers), {
          padding: '10px 22px',
          borderRadius: 14,
          background: COLORS.sun,
          color: COLORS.ink,
          fontWeight: 700,
          fontSize: 38,
        }),
      ),
      ...(hidden > 0 ? [textBox(`+${hidden}`, { padding: '10px 4px', fontSize: 38 })] : []),
    ]),
  ];
}

function invitation({ numbers, priceCentavos, url }: StoryPicture, { qr }: Shape): Box {
  const call = numbers.length > 0 ? 'Vem também!' : 'Garanta as suas!';
  const svg = Buffer.from(renderSVG(url, { border: 1 })).toString('base64');
  return box({ alignItems: 'center', gap: 36 }, [
    box({ padding: 14, borderRadius: 20, background: '#ffffff' }, [
      {
        type: 'img',
        props: {
          style: { width: qr, height: qr },
          src: `data:image/svg+xml;base64,${svg}`,
          width: qr,
          height: qr,
        },
      },
    ]),
    box({ flexDirection: 'column' }, [
      textBox(call, { fontFamily: 'Bricolage', fontSize: 52, color: COLORS.sun }),
      textBox(`${formatBrl(priceCentavos)} a cota`, { fontSize: 38, fontWeight: 700, marginTop: 8 }),
      textBox(url.replace(/^https?:\/\//, ''), { fontSize: 32, marginTop: 8 }),
    ]),
  ]);
}
