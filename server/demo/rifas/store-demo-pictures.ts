/** Stores the pictures of the demo rifas and their prizes like uploads of an admin. */
import { readFile } from 'node:fs/promises';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { PICTURE_WIDTH, picturePath } from '@mare/domain/rifas/picture.ts';
import type { Platform } from '../../platform/platform.ts';
import { storePicture } from '../../rifas/pictures/store-picture.ts';

/** @returns the picture's URL by the name of its file */
export async function storeDemoPictures(platform: Platform): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  // Sequential: each conversion uses all processors.
  for (const { slug, prizes } of demoRifas)
    for (const name of [slug, ...prizes.flatMap(({ picture }) => picture ?? [])])
      addresses.set(name, await storeDemoPicture(platform, name));
  return addresses;
}

async function storeDemoPicture(platform: Platform, name: string): Promise<string> {
  const svg = await readFile(
    new URL(import.meta.resolve(`@mare/database/seed/pictures/${name}.svg`)),
    'utf8',
  );
  const { renderAsync } = await import('@resvg/resvg-js');
  const drawing = await renderAsync(svg, { fitTo: { mode: 'width', value: PICTURE_WIDTH } });
  const result = await storePicture(platform, drawing.asPng());
  if (!result.ok) throw new Error(`picture of ${name}: ${result.code}`);
  return picturePath(result.picture.id);
}
