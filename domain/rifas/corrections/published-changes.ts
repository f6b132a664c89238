/** Allowed changes of a published rifa. Buyers have paid for the published content. */
import type { GalleryPicture } from '../picture.ts';
import type { RifaStatus } from '../lifecycle/rifa-state.ts';

export interface PublishedRifa {
  title: string;
  description: string;
  image: string;
  gallery: readonly GalleryPicture[];
  /** Link; empty without a video. */
  video: string;
  priceCentavos: number;
  totalNumbers: number;
  minPerOrder: number;
  maxPerOrder: number;
  /** ISO instant. */
  drawDate: string;
  salesStart: string | null;
  eligibleCities: readonly string[];
  eligibleState: string;
  prizes: readonly { name: string; description: string | null }[];
  legal: object;
}

interface ChangeRule {
  /**
   * `free`: without a notice. `correction`: with a public reason, a notice to every participant and an entry in the
   * history of the rifa's page. `never`: not even by an admin.
   */
  kind: 'free' | 'correction' | 'never';
  /** States in which it may change. */
  during: readonly RifaStatus[];
}

const NEVER: ChangeRule = { kind: 'never', during: [] };
const UNTIL_DRAWN: readonly RifaStatus[] = ['active', 'closed'];

/**
 * Only admins change a rifa. Of a prize only the description may change; the draw date must also satisfy
 * draw-date-move.ts.
 */
export const PUBLISHED_CHANGES: Readonly<Record<keyof PublishedRifa, ChangeRule>> = {
  title: { kind: 'correction', during: UNTIL_DRAWN },
  description: { kind: 'correction', during: UNTIL_DRAWN },
  image: { kind: 'correction', during: UNTIL_DRAWN },
  gallery: { kind: 'correction', during: UNTIL_DRAWN },
  video: { kind: 'correction', during: UNTIL_DRAWN },
  eligibleCities: { kind: 'correction', during: ['active'] },
  eligibleState: { kind: 'correction', during: ['active'] },
  prizes: { kind: 'correction', during: UNTIL_DRAWN },
  drawDate: { kind: 'correction', during: ['active'] },
  minPerOrder: { kind: 'free', during: ['active'] },
  maxPerOrder: { kind: 'free', during: ['active'] },
  priceCentavos: NEVER,
  totalNumbers: NEVER,
  salesStart: NEVER,
  legal: NEVER,
};

export const CORRECTED_PARTS = [
  'title',
  'description',
  'image',
  'gallery',
  'video',
  'eligibleCities',
  'eligibleState',
  'prizes',
  'drawDate',
] as const satisfies readonly (keyof PublishedRifa)[];
export type CorrectedPart = (typeof CORRECTED_PARTS)[number];

export const CORRECTED_PART_LABELS: Readonly<Record<CorrectedPart, string>> = {
  title: 'Título',
  description: 'Descrição',
  image: 'Foto',
  gallery: 'Mais fotos',
  video: 'Vídeo',
  eligibleCities: 'Cidades que podem participar',
  eligibleState: 'Estado das cidades',
  prizes: 'Descrição do prêmio',
  drawDate: 'Data do sorteio',
};

/** One line of the history. Texts as shown to buyers; a date is an ISO instant. */
export interface Correction {
  part: CorrectedPart;
  /** Name of the prize whose description changes; null for other parts. */
  prize: string | null;
  before: string;
  after: string;
}

export type ReviewedChange =
  | { ok: true; corrections: Correction[] }
  | { ok: false; /** Parts that may not change, or not any more. */ frozen: (keyof PublishedRifa)[] };

/** Checks a change of a published rifa against the table, and lists what has to be announced. */
export function reviewPublishedChange(
  before: PublishedRifa,
  after: PublishedRifa,
  status: RifaStatus,
): ReviewedChange {
  const parts = Object.keys(PUBLISHED_CHANGES) as (keyof PublishedRifa)[];
  const changed = parts.filter((part) => !isSame(before[part], after[part]));
  const frozen = changed.filter(
    (part) =>
      !PUBLISHED_CHANGES[part].during.includes(status) ||
      (part === 'prizes' && !isSame(withoutDescriptions(before), withoutDescriptions(after))),
  );
  if (frozen.length > 0) return { ok: false, frozen };
  const corrections = CORRECTED_PARTS.filter((part) => changed.includes(part)).flatMap((part) =>
    part === 'prizes' ? correctedPrizes(before, after) : correctionOf(part, before, after),
  );
  return { ok: true, corrections };
}

function correctionOf(
  part: Exclude<CorrectedPart, 'prizes'>,
  before: PublishedRifa,
  after: PublishedRifa,
): Correction[] {
  const [was, is] = [textOf(before[part]), textOf(after[part])];
  // The same cities in another order are not a change.
  return was === is ? [] : [{ part, prize: null, before: was, after: is }];
}

function correctedPrizes(before: PublishedRifa, after: PublishedRifa): Correction[] {
  return before.prizes.flatMap(({ name, description }, index) => {
    const [was, is] = [description ?? '', after.prizes[index]?.description ?? ''];
    return was === is ? [] : [{ part: 'prizes' as const, prize: name, before: was, after: is }];
  });
}

function withoutDescriptions({ prizes }: PublishedRifa): object[] {
  return prizes.map((prize) => ({ ...prize, description: null }));
}

function textOf(value: string | readonly string[] | readonly GalleryPicture[]): string {
  if (typeof value === 'string') return value;
  // One picture per line, in order: its URL and its description.
  if (isGallery(value)) return value.map(({ image, alt }) => `${image} ${alt}`.trim()).join('\n');
  return value.toSorted((a, b) => a.localeCompare(b, 'pt-BR')).join(', ');
}

function isGallery(value: readonly string[] | readonly GalleryPicture[]): value is readonly GalleryPicture[] {
  return typeof value[0] === 'object';
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
