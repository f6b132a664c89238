/** Visible properties of a rendered page, image or document: logo, ink, and number of pages. */
import { expect, type Page } from '@playwright/test';

/** Colours that only the logo uses, so that their pixels belong to the logo. */
const LOGO = { width: 320, height: 80, left: [200, 0, 200], right: [0, 120, 255] } as const;

/** A PNG with two colour areas that the shop stores unchanged. */
export async function drawLogo(page: Page): Promise<Buffer> {
  const { width, height, left, right } = LOGO;
  const field = (colour: readonly number[], inside = '') =>
    `<i style="flex:1;background:rgb(${colour.join()})">${inside}</i>`;
  // The shop trims borders in the colour of the first pixel; a dot is not a border.
  const dot = '<i style="display:block;width:4px;height:4px;background:#fff"></i>';
  await page.setContent(
    `<body style="margin:0"><div style="display:flex;width:${width}px;height:${height}px">${field(left, dot)}${field(right)}</div>`,
  );
  return page.screenshot({ clip: { x: 0, y: 0, width, height } });
}

interface Drawing {
  width: number;
  height: number;
  /** Pixels of the logo's colours. */
  logo: number;
  /** Share of pixels with another colour than the most frequent one, 0 to 1. */
  ink: number;
}

/** Reads the pixels of a PNG in the browser. */
export function readDrawing(page: Page, png: Buffer): Promise<Drawing> {
  const fields = [LOGO.left, LOGO.right];
  return page.evaluate(
    async ({ base64, colours }) => {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d')!;
      context.drawImage(picture, 0, 0);
      const { data } = context.getImageData(0, 0, width, height);
      const counts = new Map<number, number>();
      let logo = 0;
      for (let at = 0; at < data.length; at += 4) {
        const [red, green, blue] = [data[at]!, data[at + 1]!, data[at + 2]!];
        const key = (red << 16) | (green << 8) | blue;
        counts.set(key, (counts.get(key) ?? 0) + 1);
        const isClose = (colour: readonly number[]) =>
          Math.abs(red - colour[0]!) + Math.abs(green - colour[1]!) + Math.abs(blue - colour[2]!) < 60;
        if (colours.some(isClose)) logo += 1;
      }
      const pixels = width * height;
      return { width, height, logo, ink: 1 - Math.max(...counts.values()) / pixels };
    },
    { base64: png.toString('base64'), colours: fields },
  );
}

/** Expects an image that is not blank and contains the logo. */
export async function expectBranded(page: Page, png: Buffer): Promise<Drawing> {
  const drawing = await readDrawing(page, png);
  expect(drawing.logo, 'pixels of the logo').toBeGreaterThan(300);
  expect(drawing.ink, 'share of the picture that is not background').toBeGreaterThan(0.01);
  return drawing;
}

export function countPages(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Sizes of images embedded in a PDF, as width and height in pixels. */
export function picturesOf(pdf: Buffer): { width: number; height: number }[] {
  return [...pdf.toString('latin1').matchAll(/<<[^<>]*\/Subtype\s*\/Image[^<>]*>>/g)].map(([dictionary]) => ({
    width: Number(/\/Width (\d+)/.exec(dictionary)?.[1]),
    height: Number(/\/Height (\d+)/.exec(dictionary)?.[1]),
  }));
}

export const LOGO_SIZE = { width: LOGO.width, height: LOGO.height };
