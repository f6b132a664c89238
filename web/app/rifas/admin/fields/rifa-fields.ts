/** Converts a rifa to form values and back. */
import type { EditedPrize, EditedRifa, ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import type { LegalPack } from '@mare/contract/rifas/legal-pack.ts';
import { METROPOLITAN_CITIES, METROPOLITAN_STATE } from '@mare/domain/accounts/places.ts';
import { formatCnpj, normalizeCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import type { GalleryPicture } from '@mare/domain/rifas/picture.ts';
import { readVideoLink, videoLink } from '@mare/domain/rifas/video.ts';
import { dateTimeText, readDateTime, textLines } from '../../../admin/typed-values.ts';
import { centavosText, parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';

function storedLink(text: string): string {
  const video = readVideoLink(text);
  return video ? videoLink(video) : text.trim();
}

export interface PrizeFieldValues {
  name: string;
  description: string;
  value: string;
  prizeType: EditedPrize['prizeType'];
  /** Empty for none. */
  image: string;
  serviceType: string;
  serviceCity: string;
}

export interface RifaFields {
  title: string;
  description: string;
  image: string;
  gallery: GalleryPicture[];
  video: string;
  price: string;
  totalNumbers: string;
  minPerOrder: string;
  maxPerOrder: string;
  drawDate: string;
  salesStart: string;
  /** One per line. */
  eligibleCities: string;
  eligibleState: EditedRifa['eligibleState'];
  prizes: PrizeFieldValues[];
  route: LegalPack['route'];
  authorisationNumber: string;
  organiserName: string;
  organiserCnpj: string;
  validFrom: string;
  validUntil: string;
  beneficiaryName: string;
  beneficiaryCnpj: string;
  regulation: string;
  taxNote: string;
}

export const NO_PRIZE: PrizeFieldValues = {
  name: '',
  description: '',
  value: '',
  prizeType: 'product',
  image: '',
  serviceType: '',
  serviceCity: '',
};

const EMPTY_PRIZE = JSON.stringify(NO_PRIZE);

export const NEW_RIFA_FIELDS: RifaFields = {
  title: '',
  description: '',
  image: '',
  gallery: [],
  video: '',
  price: '',
  totalNumbers: '10000',
  minPerOrder: '1',
  maxPerOrder: '1000',
  drawDate: '',
  salesStart: '',
  eligibleCities: METROPOLITAN_CITIES.join('\n'),
  eligibleState: METROPOLITAN_STATE,
  prizes: [NO_PRIZE],
  route: 'none',
  authorisationNumber: '',
  organiserName: '',
  organiserCnpj: '',
  validFrom: '',
  validUntil: '',
  beneficiaryName: '',
  beneficiaryCnpj: '',
  regulation: '',
  taxNote: '',
};

function prizeFieldsOf(prize: EditedPrize): PrizeFieldValues {
  return {
    name: prize.name,
    description: prize.description ?? '',
    value: centavosText(prize.valueCentavos),
    prizeType: prize.prizeType,
    image: prize.image ?? '',
    serviceType: prize.serviceType ?? '',
    serviceCity: prize.serviceCity ?? '',
  };
}

export function rifaFieldsOf(rifa: ManagedRifa): RifaFields {
  const { legal } = rifa;
  return {
    title: rifa.title,
    description: rifa.description,
    image: rifa.image,
    gallery: rifa.gallery,
    video: rifa.video,
    price: rifa.priceCentavos === 0 ? '' : centavosText(rifa.priceCentavos),
    totalNumbers: String(rifa.totalNumbers),
    minPerOrder: String(rifa.minPerOrder),
    maxPerOrder: String(rifa.maxPerOrder),
    drawDate: dateTimeText(rifa.drawDate),
    salesStart: dateTimeText(rifa.salesStart),
    eligibleCities: rifa.eligibleCities.join('\n'),
    eligibleState: rifa.eligibleState,
    // A draft without prizes starts with an empty row.
    prizes: rifa.prizes.length === 0 ? [NO_PRIZE] : rifa.prizes.map(prizeFieldsOf),
    route: legal.route,
    authorisationNumber: legal.authorisationNumber ?? '',
    organiserName: legal.organiserName ?? '',
    organiserCnpj: formatCnpj(legal.organiserCnpj ?? ''),
    validFrom: legal.validFrom ?? '',
    validUntil: legal.validUntil ?? '',
    beneficiaryName: legal.beneficiaryName ?? '',
    beneficiaryCnpj: formatCnpj(legal.beneficiaryCnpj ?? ''),
    regulation: legal.regulation,
    taxNote: legal.taxNote,
  };
}

/** @param fields values that were validated. Without a price it is 0, as only drafts may have it. */
export function rifaOf(fields: RifaFields): EditedRifa {
  const orNull = (text: string) => text.trim() || null;
  return {
    title: fields.title.trim(),
    description: fields.description,
    image: fields.image,
    gallery: fields.gallery.map(({ image, alt }) => ({ image, alt: alt.trim() })),
    video: storedLink(fields.video),
    priceCentavos: parseCentavos(fields.price) ?? 0,
    totalNumbers: Number(fields.totalNumbers),
    minPerOrder: Number(fields.minPerOrder),
    maxPerOrder: Number(fields.maxPerOrder),
    drawDate: readDateTime(fields.drawDate)!,
    salesStart: readDateTime(fields.salesStart),
    eligibleCities: textLines(fields.eligibleCities),
    eligibleState: fields.eligibleState,
    prizes: fields.prizes
      .filter((prize) => JSON.stringify(prize) !== EMPTY_PRIZE)
      .map((prize) => ({
        name: prize.name.trim(),
        description: orNull(prize.description),
        valueCentavos: parseCentavos(prize.value),
        prizeType: prize.prizeType,
        image: prize.image || null,
        serviceType: prize.prizeType === 'service' ? orNull(prize.serviceType) : null,
        serviceCity: prize.prizeType === 'service' ? orNull(prize.serviceCity) : null,
      })),
    legal: {
      route: fields.route,
      authorisationNumber: orNull(fields.authorisationNumber),
      organiserName: orNull(fields.organiserName),
      organiserCnpj: orNull(normalizeCnpj(fields.organiserCnpj)),
      validFrom: orNull(fields.validFrom),
      validUntil: orNull(fields.validUntil),
      beneficiaryName: orNull(fields.beneficiaryName),
      beneficiaryCnpj: orNull(normalizeCnpj(fields.beneficiaryCnpj)),
      regulation: fields.regulation,
      taxNote: fields.taxNote.trim(),
    },
  };
}
