/** Decodes uploaded logos, which are untrusted. */
import type { LogoKind } from '@mare/contract/site.ts';
import { isPhoto } from '../../platform/documents/photo.ts';

/** Maximum size of an upload. */
export const LOGO_MAX_BYTES = 5 * 1024 * 1024;
/** Decompression bombs declare far more. */
const MAX_PIXELS = 40_000_000;

/** In pixels: three times what the header shows. */
const SIZES = {
  mark: { width: 256, height: 256, minWidth: 96, minHeight: 96 },
  wide: { width: 480, height: 120, minWidth: 120, minHeight: 40 },
} satisfies Record<LogoKind, object>;

export type ReadLogo =
  | { ok: true; png: Buffer; width: number; height: number }
  | { ok: false; code: 'PICTURE_UNREADABLE' | 'PICTURE_TOO_SMALL' | 'PICTURE_TOO_LARGE' };

/**
 * Re-encodes as a PNG without metadata: a mark as a square with transparent borders, a wide logo within 480 × 120 pixels
 * without its empty borders. SVG may hold scripts and is unreadable here, whatever its file is called.
 *
 * @param bytes PNG, JPEG, WebP or AVIF
 */
export async function readLogoPicture(bytes: Uint8Array, kind: LogoKind): Promise<ReadLogo> {
  if (bytes.byteLength > LOGO_MAX_BYTES) return { ok: false, code: 'PICTURE_TOO_LARGE' };
  if (!isPhoto(bytes)) return { ok: false, code: 'PICTURE_UNREADABLE' };
  const { width, height, minWidth, minHeight } = SIZES[kind];
  const { default: sharp } = await import('sharp');
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true });
    const { autoOrient: size } = await upright.metadata();
    if (size.width < minWidth || size.height < minHeight) return { ok: false, code: 'PICTURE_TOO_SMALL' };
    const sized =
      kind === 'mark'
        ? upright.resize(width, height, { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
        : upright.trim().resize(width, height, { fit: 'inside', withoutEnlargement: true });
    // Without a palette: pdfkit draws the last colour of a full one as transparent.
    const { data, info } = await sized.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true });
    return { ok: true, png: data, width: info.width, height: info.height };
  } catch {
    return { ok: false, code: 'PICTURE_UNREADABLE' };
  }
}
