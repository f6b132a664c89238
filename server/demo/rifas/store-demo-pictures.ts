/**
 * Stores the pictures of the demo rifas and their prizes. Unlike those of uploads, their sizes are encoded on request:
 * in advance, they keep both cores of a small machine busy for a quarter of a minute after the start.
 */
import { readFile } from 'node:fs/promises';
import { demoRifas } from '@mare/database/seed/demo-rifas.ts';
import { PICTURE_WIDTH, picturePath } from '@mare/domain/rifas/picture.ts';
import type { Platform } from '../../platform/platform.ts';
import { insertPicture } from '../../rifas/pictures/store-picture.ts';

const MASTER_QUALITY = 90;
/** Each conversion uses one processor. */
const AT_ONCE = 2;

/** @returns the picture's URL by the name of its file */
export async function storeDemoPictures({ db }: Pick<Platform, 'db'>): Promise<Map<string, string>> {
  const urls = new Map<string, string>();
  const names = demoRifas.flatMap(({ slug, prizes }) => [
    slug,
    ...prizes.flatMap(({ picture }) => picture ?? []),
  ]);
  const storeNext = async (): Promise<void> => {
    for (let name = names.shift(); name !== undefined; name = names.shift())
      urls.set(name, await storeDemoPicture(db, name));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, storeNext));
  return urls;
}

async function storeDemoPicture(db: Platform['db'], name: string): Promise<string> {
  const svg = await readFile(
    new URL(import.meta.resolve(`@mare/database/seed/pictures/${name}.svg`)),
    'utf8',
  );
  const { renderAsync } = await import('@resvg/resvg-js');
  const { default: sharp } = await import('sharp');
  const { pixels, width, height } = await renderAsync(svg, {
    fitTo: { mode: 'width', value: PICTURE_WIDTH },
  });
  const master = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: MASTER_QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer();
  return picturePath((await insertPicture(db, { master, width, height })).id);
}
