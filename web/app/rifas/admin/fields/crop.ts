/** Which part of a picture is kept: the middle of what is shown and how far it is enlarged. */
export interface Crop {
  /** 1 shows as much of the picture as the shape allows; 3 a third of that. */
  zoom: number;
  /** Middle of the part, in shares of the picture's width and height, 0 to 1. */
  x: number;
  y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

/** The part in pixels: of the given shape, and never beyond the edges. */
export function partOf(
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

/** The crop whose middle is that of the part it shows: what dragging beyond the edge leaves behind is forgotten. */
export function settle(picture: { width: number; height: number }, crop: Crop, aspect: number): Crop {
  const { left, top, width, height } = partOf(picture, crop, aspect);
  return {
    zoom: Math.max(1, crop.zoom),
    x: (left + width / 2) / picture.width,
    y: (top + height / 2) / picture.height,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
