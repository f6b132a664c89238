/** How pictures of rifas are named and sized: the server makes what the browser asks for by these addresses. */

/** Pixels. A picture is cut to this shape, and enlarged never. */
export const PICTURE_WIDTH = 1280;
export const PICTURE_HEIGHT = 960;

/** Widths in pixels that a browser may choose from, for a thumbnail up to a whole wide screen. */
export const PICTURE_WIDTHS = [200, 400, 720, 960, PICTURE_WIDTH] as const;

/** Best first. */
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const ADDRESS = /^\/imagens\/([0-9a-f]{32})\.jpg$/;

/** Address of a stored picture, as a rifa holds it: a JPEG that every program can show. */
export function picturePath(id: string): string {
  return `/imagens/${id}.jpg`;
}

/** The id in an address made by `picturePath`; null for a picture from elsewhere. */
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
