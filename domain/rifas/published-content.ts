/** What a rifa's page shows of its prizes besides the terms of the draw; the public log holds its hash. */
import { sha256Hex } from '../draws/sealing/sha256.ts';
import type { GalleryPicture } from './picture.ts';

export interface PublishedContent {
  description: string;
  /** Path of a picture, which a hash of its bytes names, as all pictures below; empty without one. */
  image: string;
  gallery: readonly GalleryPicture[];
  /** Link; empty without a video. */
  video: string;
  /** In order of position. */
  prizes: readonly {
    name: string;
    description: string | null;
    valueCentavos: number | null;
    prizeType: string;
    image: string | null;
    serviceType: string | null;
    serviceCity: string | null;
    serviceState: string | null;
  }[];
}

/**
 * Hexadecimal SHA-256 of one JSON array: description, image, gallery as pairs of image and description, video, and
 * prizes as arrays of name, description, value in centavos, type, image, service, city and state.
 */
export function contentHash({ description, image, gallery, video, prizes }: PublishedContent): string {
  return sha256Hex(
    JSON.stringify([
      description,
      image,
      gallery.map((picture) => [picture.image, picture.alt]),
      video,
      prizes.map((prize) => [
        prize.name,
        prize.description,
        prize.valueCentavos,
        prize.prizeType,
        prize.image,
        prize.serviceType,
        prize.serviceCity,
        prize.serviceState,
      ]),
    ]),
  );
}
