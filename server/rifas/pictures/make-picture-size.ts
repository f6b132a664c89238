import type { Database } from '@mare/database/connection/connect.ts';
import type { PictureFormat } from '@mare/domain/rifas/picture.ts';
import { findPictureMaster } from './pictures.queries.ts';

const AVIF_QUALITY = 55;
const WEBP_QUALITY = 78;
/** 0 to 9: higher is slower and compresses better. 3 takes twice the time of 2 for 2% fewer bytes. */
const AVIF_EFFORT = 2;

/**
 * Returns a stored picture in one size and format. The first call encodes and stores it; it is never upscaled.
 * @returns null when the picture does not exist
 */
export async function makePictureSize(
  db: Database,
  pictureId: string,
  width: number,
  format: PictureFormat,
): Promise<Buffer | null> {
  const known = await db
    .selectFrom('pictureSizes')
    .select('content')
    .where('pictureId', '=', pictureId)
    .where('width', '=', width)
    .where('format', '=', format)
    .executeTakeFirst();
  if (known) return known.content;
  const master = await findPictureMaster(db, pictureId);
  if (!master) return null;
  const content = await encode(master, width, format);
  await db
    .insertInto('pictureSizes')
    .values({ pictureId, width, format, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return content;
}

async function encode(master: Buffer, width: number, format: PictureFormat): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const sized = sharp(master).resize({ width, withoutEnlargement: true });
  return format === 'avif'
    ? sized.avif({ quality: AVIF_QUALITY, effort: AVIF_EFFORT }).toBuffer()
    : sized.webp({ quality: WEBP_QUALITY }).toBuffer();
}
