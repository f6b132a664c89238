import { createHash } from 'node:crypto';
import type { DB } from '@mare/database/schema.ts';
import type { Kysely } from 'kysely';
import type { Platform } from '../../platform/platform.ts';
import { makePictureSizesJob } from './make-picture-sizes.job.ts';
import { type PictureCrop, readPicture } from './read-picture.ts';

/** Maximum size of an upload. */
export const PICTURE_MAX_BYTES = 12 * 1024 * 1024;

export interface StoredPicture {
  /** Argument of `picturePath`, whose result is stored in `rifas.image`. */
  id: string;
  /** In pixels. */
  width: number;
  height: number;
}

export type StorePictureResult =
  | { ok: true; picture: StoredPicture }
  | { ok: false; code: 'PICTURE_UNREADABLE' | 'PICTURE_TOO_SMALL' | 'PICTURE_TOO_LARGE' };

/**
 * Stores an uploaded picture, cropped to 4:3 and re-encoded; a job encodes its sizes. Identical pictures get the same
 * id.
 *
 * @param bytes JPEG, PNG, WebP or AVIF
 * @param crop default: the centre
 */
export async function storePicture(
  { db, jobs }: Pick<Platform, 'db' | 'jobs'>,
  bytes: Uint8Array,
  crop?: PictureCrop,
): Promise<StorePictureResult> {
  if (bytes.byteLength > PICTURE_MAX_BYTES) return { ok: false, code: 'PICTURE_TOO_LARGE' };
  const read = await readPicture(bytes, crop);
  if (!read.ok) return read;
  const picture = await db.transaction().execute(async (trx) => {
    const inserted = await insertPicture(trx, read);
    await jobs.enqueue(trx, makePictureSizesJob, { pictureId: inserted.id });
    return inserted;
  });
  return { ok: true, picture };
}

/** Stores a picture whose sizes are encoded on first request. */
export async function insertPicture(
  db: Kysely<DB>,
  { master, width, height }: { master: Buffer; width: number; height: number },
): Promise<StoredPicture> {
  const id = createHash('sha256').update(master).digest('hex').slice(0, 32);
  await db
    .insertInto('pictures')
    .values({ id, master, width, height })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id, width, height };
}
