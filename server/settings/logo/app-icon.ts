import { type AppIcon, APP_ICONS } from '@mare/domain/admin/logo-path.ts';

const PAPER = { r: 0xfb, g: 0xf6, b: 0xed, alpha: 1 };
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 };

/** @param mark PNG of the square mark. @returns a PNG */
export async function drawAppIcon(mark: Uint8Array, icon: AppIcon): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const { size, mark: inner } = APP_ICONS[icon];
  const background = inner === size ? NOTHING : PAPER;
  const shown = await sharp(mark)
    .resize(inner, inner, { fit: 'contain', background: NOTHING })
    .png()
    .toBuffer();
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: shown }])
    .png({ compressionLevel: 9 })
    .toBuffer();
}
