/** ZIP with promotional material for sellers: story, feed picture, poster and a status text. */
import { buffer } from 'node:stream/consumers';
import { strToU8, zipSync } from 'fflate';
import { suggestBoost, whatsAppText } from '@mare/domain/rifas/live/boost.ts';
import type { LogoPicture } from '../../platform/documents/logo.ts';
import { drawPoster } from './poster-pdf.ts';
import { drawStoryPicture } from './story-picture.ts';

interface SellerKit {
  title: string;
  prizeName: string | null;
  priceCentavos: number;
  totalNumbers: number;
  /** Unsold numbers. */
  left: number;
  drawDate: string;
  shortCode: string;
  shopName: string;
  /** Instead of the name; null without one. */
  logo: LogoPicture | null;
  /** A 4:3 JPEG; null for none. */
  artwork: Buffer | null;
  url: string;
}

/** @returns a ZIP file */
export async function makeSellerKit(kit: SellerKit): Promise<Uint8Array<ArrayBuffer>> {
  const story = { ...kit, numbers: [] };
  const [stories, feed, poster] = await Promise.all([
    drawStoryPicture(story, 'story'),
    drawStoryPicture(story, 'square'),
    buffer(drawPoster(kit)),
  ]);
  const { message } = suggestBoost({ ...kit, drawDate: new Date(kit.drawDate) });
  // Pictures and PDF are compressed already.
  return zipSync(
    {
      'stories.png': stories,
      'feed.png': feed,
      'cartaz.pdf': poster,
      'texto-do-status.txt': strToU8(`${whatsAppText(message, null, kit.url)}\n`),
    },
    { level: 0 },
  );
}
