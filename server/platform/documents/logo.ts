/** The shop's logo in documents and pictures. */
import { type Box, box } from './draw-picture.ts';

export interface LogoPicture {
  png: Buffer;
  /** In pixels. */
  width: number;
  height: number;
}

interface LogoPlace {
  /** Anchor in points: the centre of the logo for centred layouts, otherwise its left edge. */
  left: number;
  top: number;
  height: number;
  maxWidth: number;
  isCentred?: boolean;
}

/** Draws the logo as large as the space allows; text continues below it. */
export function drawLogo(
  pdf: PDFKit.PDFDocument,
  logo: LogoPicture,
  { left, top, height, maxWidth, isCentred = false }: LogoPlace,
): void {
  const scale = Math.min(height / logo.height, maxWidth / logo.width);
  const width = logo.width * scale;
  pdf.image(logo.png, isCentred ? left - width / 2 : left, top, { width, height: logo.height * scale });
}

/**
 * The logo on a white plate, so that it is visible on every background.
 * @param height in pixels, including the plate
 */
export function logoBox({ png, width, height: own }: LogoPicture, height: number): Box {
  const padding = Math.round(height / 8);
  const inner = height - 2 * padding;
  const shown = Math.round((width / own) * inner);
  const src = `data:image/png;base64,${png.toString('base64')}`;
  return box({ alignSelf: 'flex-start', padding, borderRadius: padding * 1.5, background: '#ffffff' }, [
    { type: 'img', props: { style: { width: shown, height: inner }, src, width: shown, height: inner } },
  ]);
}
