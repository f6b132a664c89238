/** URLs and sizes of rifa pictures; the server encodes a size on request. */

/** In pixels. Pictures are cropped to this aspect ratio and never upscaled. */
export const PICTURE_WIDTH = 1280;
export const PICTURE_HEIGHT = 960;

/** Widths for `srcset`, in pixels, ascending. */
export const PICTURE_WIDTHS = [200, 400, 720, 960, PICTURE_WIDTH] as const;

/** In order of preference. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

/** Pictures of a rifa, including the first one. */
export const MAX_PICTURES = 10;

/** A picture after the first one. */
export interface GalleryPicture {
  image: string;
  /** Description of the picture; empty if not described. */
  alt: string;
}

const ADDRESS = /^\/imagens\/([0-9a-f]{32})\.jpg$/;

/** Path of the JPEG of a stored picture, as stored in `rifas.image`. */
export function picturePath(id: string): string {
  return `/imagens/${id}.jpg`;
}

/** The id in a path of `picturePath`; null for external pictures. */
export function pictureIdOf(path: string): string | null {
  return ADDRESS.exec(path)?.[1] ?? null;
}

export function pictureSizePath(id: string, width: number, format: PictureFormat): string {
  return `/imagens/${id}-${width}.${format}`;
}

/** The `srcset` of a stored picture in one format. */
export function pictureSrcSet(id: string, format: PictureFormat): string {
  return PICTURE_WIDTHS.map((width) => `${pictureSizePath(id, width, format)} ${width}w`).join(', ');
}
