/** Visible part of a picture, as centre and zoom. */
export interface Crop {
  /** 1 shows the largest part that fits the aspect ratio; 3 shows a third of its width. */
  zoom: number;
  /** Centre as a fraction of the picture's width and height, 0 to 1. */
  x: number;
  y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** Crop rectangle in pixels, with the given aspect ratio and clamped to the picture. */
export function cropRectangle(
  picture: { width: number; height: number },
  crop: Crop,
  aspect: number,
): { left: number; top: number; width: number; height: number } {
  const widest = Math.min(picture.width, picture.height * aspect);
  const width = widest / Math.max(1, crop.zoom);
  const height = width / aspect;
  return {
    left: clamp(crop.x * picture.width - width / 2, 0, picture.width - width),
    top: clamp(crop.y * picture.height - height / 2, 0, picture.height - height),
    width,
    height,
  };
}

/** Clamps the centre to the visible part, so that dragging beyond an edge does not accumulate. */
export function normalizeCrop(picture: { width: number; height: number }, crop: Crop, aspect: number): Crop {
  const { left, top, width, height } = cropRectangle(picture, crop, aspect);
  return {
    zoom: Math.max(1, crop.zoom),
    x: (left + width / 2) / picture.width,
    y: (top + height / 2) / picture.height,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
