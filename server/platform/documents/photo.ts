/** Reads photos and documents that people upload. They are untrusted. */
import { MAX_PDF_BYTES } from '@mare/domain/file-limits.ts';
import type { Sharp } from 'sharp';
import { isHarmlessPdf } from './inspect-pdf.ts';

/** Pixels of a decoded photo; decompression bombs declare far more. Phone cameras reach 200 megapixels. */
const MAX_PIXELS = 210_000_000;
/** Longest side of a stored photo. */
const SIDE = 1600;
const QUALITIES = [80, 65, 50, 35];
/** Within the limit of the database (1 MiB). */
const MAX_PHOTO_BYTES = 900_000;

/** Maximum size of an uploaded photo. */
export const MAX_UPLOAD_BYTES = 30_000_000;

export type PhotoError = 'PICTURE_UNREADABLE' | 'PICTURE_HEIC' | 'PICTURE_TOO_LARGE';

export type ShrunkPhoto =
  | { ok: true; jpeg: Buffer; width: number; height: number }
  | { ok: false; code: PhotoError };

/** Re-encodes as an upright JPEG of at most 1600 pixels, without metadata such as the location. */
export async function shrinkPhoto(bytes: Uint8Array): Promise<ShrunkPhoto> {
  if (bytes.byteLength > MAX_UPLOAD_BYTES) return { ok: false, code: 'PICTURE_TOO_LARGE' };
  if (isHeic(bytes)) return { ok: false, code: 'PICTURE_HEIC' };
  if (!isPhoto(bytes)) return { ok: false, code: 'PICTURE_UNREADABLE' };
  const { default: sharp } = await import('sharp');
  try {
    const sized = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true })
      .resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' });
    return { ok: true, ...(await encode(sized)) };
  } catch {
    return { ok: false, code: 'PICTURE_UNREADABLE' };
  }
}

/** At the highest quality that fits. */
async function encode(photo: Sharp): Promise<{ jpeg: Buffer; width: number; height: number }> {
  for (const quality of QUALITIES) {
    const { data, info } = await photo.clone().jpeg({ quality }).toBuffer({ resolveWithObject: true });
    if (data.byteLength <= MAX_PHOTO_BYTES) return { jpeg: data, width: info.width, height: info.height };
  }
  throw new Error('photo does not fit');
}

export interface StoredDocument {
  type: 'image/jpeg' | 'application/pdf';
  bytes: Buffer;
}

export type DocumentError = PhotoError | 'PDF_REJECTED';

export type ReadDocument = { ok: true; document: StoredDocument } | { ok: false; code: DocumentError };

/** Prepares a scanned document: inspects a PDF without changing it, and shrinks a photo. Detects the format by content. */
export async function readDocument(bytes: Uint8Array): Promise<ReadDocument> {
  if (startOf(bytes).startsWith('%PDF-')) {
    if (bytes.byteLength > MAX_PDF_BYTES) return { ok: false, code: 'PICTURE_TOO_LARGE' };
    const pdf = Buffer.from(bytes);
    return isHarmlessPdf(pdf)
      ? { ok: true, document: { type: 'application/pdf', bytes: pdf } }
      : { ok: false, code: 'PDF_REJECTED' };
  }
  const photo = await shrinkPhoto(bytes);
  return photo.ok ? { ok: true, document: { type: 'image/jpeg', bytes: photo.jpeg } } : photo;
}

/** Checks the magic bytes of JPEG, PNG, WebP and AVIF, so that no other format reaches the decoder. */
export function isPhoto(bytes: Uint8Array): boolean {
  const start = startOf(bytes);
  return (
    start.startsWith('\xff\xd8\xff') ||
    start.startsWith('\x89PNG\r\n\x1a\n') ||
    /^RIFF[^]{4}WEBP/.test(start) ||
    /^[^]{4}ftypavif/.test(start)
  );
}

/** The photo format of iPhones, whose codec the image library does not have. */
export function isHeic(bytes: Uint8Array): boolean {
  return /^[^]{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/.test(startOf(bytes));
}

function startOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.subarray(0, 16)).toString('latin1');
}
