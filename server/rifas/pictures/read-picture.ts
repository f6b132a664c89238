/** Decodes uploaded pictures, which are untrusted. */
import type { Sharp } from 'sharp';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from '@mare/domain/rifas/picture.ts';
import { isPhoto } from '../../platform/documents/photo.ts';

/** Phone photos have at most about 50 megapixels; decompression bombs declare far more. */
const MAX_PIXELS = 60_000_000;
const MASTER_QUALITY = 90;

/** In pixels. Smaller pictures would be blurred on the rifa's page. */
export const PICTURE_MIN_WIDTH = 600;
export const PICTURE_MIN_HEIGHT = 450;

/** Crop rectangle in fractions (0 to 1) of the width and height after orientation. */
export interface PictureCrop {
  left: number;
  top: number;
  width: number;
  height: number;
}

export type ReadPicture =
  | { ok: true; master: Buffer; width: number; height: number }
  | { ok: false; code: 'PICTURE_UNREADABLE' | 'PICTURE_TOO_SMALL' };

/**
 * Re-encodes as an upright 4:3 JPEG of at most 1280 × 960 pixels, without metadata such as the location. Detects the
 * format by content, not by file name.
 *
 * @param crop default: the centre
 */
export async function readPicture(bytes: Uint8Array, crop?: PictureCrop): Promise<ReadPicture> {
  if (!isPhoto(bytes)) return { ok: false, code: 'PICTURE_UNREADABLE' };
  const { default: sharp } = await import('sharp');
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });
    const { autoOrient: size } = await upright.metadata();
    const part = crop && pixelsOf(crop, size);
    if ((part ?? size).width < PICTURE_MIN_WIDTH || (part ?? size).height < PICTURE_MIN_HEIGHT)
      return { ok: false, code: 'PICTURE_TOO_SMALL' };
    return { ok: true, ...(await toMaster(part ? upright.extract(part) : upright, part ?? size)) };
  } catch {
    return { ok: false, code: 'PICTURE_UNREADABLE' };
  }
}

async function toMaster(picture: Sharp, { width, height }: { width: number; height: number }) {
  const scale = Math.min(1, width / PICTURE_WIDTH, height / PICTURE_HEIGHT);
  const { data, info } = await picture
    .resize(Math.round(PICTURE_WIDTH * scale), Math.round(PICTURE_HEIGHT * scale), { fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: MASTER_QUALITY, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true });
  return { master: data, width: info.width, height: info.height };
}

function pixelsOf(crop: PictureCrop, size: { width: number; height: number }) {
  const share = (value: number) => Math.min(1, Math.max(0, Number.isFinite(value) ? value : 0));
  const left = Math.floor(share(crop.left) * size.width);
  const top = Math.floor(share(crop.top) * size.height);
  return {
    left,
    top,
    width: Math.min(size.width - left, Math.round(share(crop.width) * size.width)),
    height: Math.min(size.height - top, Math.round(share(crop.height) * size.height)),
  };
}
