import type { Database } from '@mare/database/connect.ts';
import type { PictureFormat } from '@mare/domain/rifas/picture.ts';
import { findPictureMaster } from './pictures.queries.ts';

const AVIF_QUALITY = 55;
const WEBP_QUALITY = 78;
/** 0 to 9: more takes longer and packs tighter. */
const AVIF_EFFORT = 3;

/**
 * A stored picture in one size and format, made at the first call and kept; never larger than its master.
 * @returns null when there is no such picture
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
