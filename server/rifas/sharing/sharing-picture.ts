/** Open Graph image of a rifa, a group purchase or a gift, 1200 × 630 pixels. */
import {
  type Box,
  box,
  COLORS,
  truncate,
  drawPicture,
  type Style,
  textBox,
} from '../../platform/documents/draw-picture.ts';
import { logoBox, type LogoPicture } from '../../platform/documents/logo.ts';
import { printableTitle } from '../../platform/documents/printable-words.ts';

export interface SharingFacts {
  title: string;
  /** Line below the title. */
  lead: string;
  /** In the sun-coloured box: 'R$ 5,00 a cota'. */
  price: string;
  /** Integer, 0 to 100; null for no bar. */
  percent: number | null;
  /** Next to the bar, or instead of it: '40% vendido'. */
  progress: string;
  /** URL of the rifa's picture. */
  image: string;
}

interface SharingPicture extends Omit<SharingFacts, 'image'> {
  shopName: string;
  /** Instead of the name; null without one. */
  logo: LogoPicture | null;
  /** A 4:3 JPEG next to the text; null for a plain background. */
  artwork: Buffer | null;
}

const WIDTH = 1200;
const HEIGHT = 630;
/** Characters of a line below the title in large type. A longer one is in smaller type. */
const SHORT_LEAD = 60;
const LONGEST_LEAD = 170;
/** Width of the text column on the right (pixels). */
const TEXT_WIDTH = 540;

/** @returns a PNG */
export function drawSharingPicture(picture: SharingPicture): Promise<Buffer> {
  return drawPicture(layout(picture), WIDTH, HEIGHT);
}

function layout(picture: SharingPicture): Box {
  return box({ width: '100%', height: '100%', background: COLORS.deep, fontFamily: 'Figtree' }, [
    ...(picture.artwork ? [artwork(picture.artwork)] : []),
    words(picture),
  ]);
}

function words({ shopName, logo, title, lead, price, percent, progress }: SharingPicture): Box {
  const style: Style = {
    position: 'absolute',
    top: 0,
    bottom: 0,
    left: WIDTH - TEXT_WIDTH,
    right: 0,
    flexDirection: 'column',
    background: COLORS.paper,
    padding: '44px 48px 48px',
    color: COLORS.ink,
  };
  return box(style, [
    logo
      ? logoBox(logo, 72)
      : textBox(truncate(shopName, 26), { fontFamily: 'Bricolage', fontSize: 32, color: COLORS.sea }),
    textBox(printableTitle(title, 'Rifa'), {
      fontFamily: 'Bricolage',
      fontSize: titleSize(title.length + Math.max(0, price.length - 76)),
      lineHeight: 1.05,
      marginTop: 26,
      color: COLORS.deep,
    }),
    textBox(truncate(lead, LONGEST_LEAD), {
      fontSize: lead.length > SHORT_LEAD ? 25 : 29,
      lineHeight: 1.25,
      marginTop: 18,
    }),
    box({ flexGrow: 1 }, []),
    textBox(price, {
      alignSelf: 'flex-start',
      padding: '10px 26px 12px',
      borderRadius: 20,
      background: COLORS.sun,
      fontFamily: 'Bricolage',
      fontSize: priceSize(price),
      lineHeight: 1.15,
    }),
    percent === null
      ? textBox(progress, { marginTop: 26, fontSize: 25, fontWeight: 700 })
      : progressBar(percent, progress),
  ]);
}

/**
 * Font size (pixels). The longest title of a rifa, 120 characters, fits.
 * @param length characters of the title, plus those by which a long price shortens its space
 */
function titleSize(length: number): number {
  if (length <= 30) return 60;
  if (length <= 54) return 50;
  return length <= 80 ? 40 : 34;
}

/** Font size (pixels) of a price, or of the title of a gift's rifa. */
function priceSize({ length }: string): number {
  if (length <= 16) return 44;
  if (length <= 32) return 34;
  return length <= 76 ? 28 : 24;
}

function progressBar(percent: number, label: string): Box {
  return box({ alignItems: 'center', marginTop: 30 }, [
    box({ flexGrow: 1, height: 22, borderRadius: 11, background: '#d9e4e2' }, [
      box({ width: `${percent}%`, height: 22, borderRadius: 11, background: COLORS.coral }, []),
    ]),
    textBox(label, { marginLeft: 24, fontSize: 28, fontWeight: 700 }),
  ]);
}

/** Crops the centre at full height. */
function artwork(jpeg: Buffer): Box {
  const src = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
  const width = (HEIGHT / 3) * 4;
  const left = (WIDTH - TEXT_WIDTH - width) / 2;
  const style: Style = { position: 'absolute', top: 0, left, width, height: HEIGHT };
  return { type: 'img', props: { style, src, width, height: HEIGHT } };
}
