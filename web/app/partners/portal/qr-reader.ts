/** Decodes QR codes from images with the browser's `BarcodeDetector`, or with a lazily loaded library. */

export interface QrReader {
  read(picture: HTMLVideoElement | ImageBitmap, width: number, height: number): Promise<string | null>;
}

interface NativeDetector {
  detect(picture: HTMLVideoElement | ImageBitmap): Promise<{ rawValue: string }[]>;
}

interface NativeDetectorClass {
  new (options: { formats: string[] }): NativeDetector;
  getSupportedFormats(): Promise<string[]>;
}

/** Longest side of the decoded image in pixels: enough for a code, and fast on a low-end phone. */
const MAX_SIDE_PX = 800;

export async function createQrReader(): Promise<QrReader> {
  const native = (globalThis as { BarcodeDetector?: NativeDetectorClass }).BarcodeDetector;
  if (native && (await native.getSupportedFormats()).includes('qr_code')) {
    const detector = new native({ formats: ['qr_code'] });
    return { read: async (picture) => (await detector.detect(picture))[0]?.rawValue ?? null };
  }
  const { default: library } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const drawing = canvas.getContext('2d', { willReadFrequently: true });
  return {
    async read(picture, width, height) {
      if (!drawing || width === 0 || height === 0) return null;
      const scale = Math.min(1, MAX_SIDE_PX / Math.max(width, height));
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      drawing.drawImage(picture, 0, 0, canvas.width, canvas.height);
      const { data } = drawing.getImageData(0, 0, canvas.width, canvas.height);
      return library.default(data, canvas.width, canvas.height)?.data ?? null;
    },
  };
}
