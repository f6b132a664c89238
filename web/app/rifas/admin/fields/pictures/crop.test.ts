import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cropRectangle, normalizeCrop, WHOLE } from './crop.ts';

test.each([
  [{ width: 4000, height: 3000 }, WHOLE, { left: 0, top: 0, width: 4000, height: 3000 }],
  [{ width: 3000, height: 3000 }, WHOLE, { left: 0, top: 375, width: 3000, height: 2250 }],
  [{ width: 4000, height: 1500 }, WHOLE, { left: 1000, top: 0, width: 2000, height: 1500 }],
  [
    { width: 4000, height: 3000 },
    { zoom: 2, x: 1, y: 0 },
    { left: 2000, top: 0, width: 2000, height: 1500 },
  ],
])('crops %j by %j to %j', (picture, crop, rectangle) => {
  expect(cropRectangle(picture, crop, 4 / 3)).toEqual(rectangle);
});

test('keeps the crop inside the picture and settles without moving it', () => {
  const side = fc.integer({ min: 10, max: 8000 });
  const share = fc.double({ min: -1, max: 2, noNaN: true });
  const zoom = fc.double({ min: 0.5, max: 4, noNaN: true });
  fc.assert(
    fc.property(side, side, zoom, share, share, (width, height, zoom, x, y) => {
      const picture = { width, height };
      const rectangle = cropRectangle(picture, { zoom, x, y }, 4 / 3);
      expect(rectangle.left).toBeGreaterThanOrEqual(0);
      expect(rectangle.top).toBeGreaterThanOrEqual(0);
      expect(rectangle.left + rectangle.width).toBeLessThanOrEqual(width + 0.001);
      expect(rectangle.top + rectangle.height).toBeLessThanOrEqual(height + 0.001);
      const normalized = cropRectangle(picture, normalizeCrop(picture, { zoom, x, y }, 4 / 3), 4 / 3);
      expect(normalized.left).toBeCloseTo(rectangle.left, 3);
      expect(normalized.top).toBeCloseTo(rectangle.top, 3);
    }),
  );
});
