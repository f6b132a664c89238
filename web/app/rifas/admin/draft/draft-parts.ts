/** Parses the forms of a draft for storage: blank values are allowed, unreadable ones are not. */
import type { RifaOptions } from '@mare/contract/rifas/rifa-options.ts';
import type { RifaTerms } from '@mare/contract/rifas/rifa-terms.ts';
import type { EditedRifa, ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { normalizeCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { areCombos } from '@mare/domain/rifas/prices/valid-combos.ts';
import { arePriceSteps } from '@mare/domain/rifas/prices/valid-price-steps.ts';
import { readVideoLink } from '@mare/domain/rifas/video.ts';
import { dateTimeText, isWhole, readDateTime, textLines } from '../../../admin/typed-values.ts';
import { parseCentavos } from '../../../ui/form/parsing/typed-reais.ts';
import { isUnreadable, type OptionFields, optionsOf } from '../fields/option-fields.ts';
import { type RifaFields, rifaOf } from '../fields/rifa-fields.ts';
import { areComplete, type TermsFields, termsOf } from '../fields/terms-fields.ts';
import type { TypedPart } from './draft-saver.ts';

const MAX_PRICE_CENTAVOS = 1_000_000;

/** @param drawDate as stored: exact, while the form has whole minutes */
export function readRifaPart(fields: RifaFields, drawDate: string): TypedPart {
  const problem = problemOf(fields);
  return problem ? { problem } : { value: draftOf(fields, drawDate) };
}

function draftOf(fields: RifaFields, drawDate: string): EditedRifa {
  const typed = rifaOf(fields);
  return fields.drawDate === dateTimeText(drawDate) ? { ...typed, drawDate } : typed;
}

/** Stored draft in the shape of the form's values, for comparison. */
export function storedRifaPart(fields: RifaFields, { drawDate }: ManagedRifa): EditedRifa {
  return draftOf(fields, drawDate);
}

function problemOf(fields: RifaFields): string | null {
  const price = fields.price.trim() === '' ? 0 : parseCentavos(fields.price);
  const cities = textLines(fields.eligibleCities);
  const cnpjs = [fields.organiserCnpj, fields.beneficiaryCnpj].map(normalizeCnpj);
  const problems: [string, boolean][] = [
    ['dê um título', fields.title.trim() === ''],
    ['confira o link do vídeo', fields.video.trim() !== '' && readVideoLink(fields.video) === null],
    ['confira o preço da cota', price === null || price > MAX_PRICE_CENTAVOS],
    ['confira o mínimo por pedido', !isWhole(fields.minPerOrder, 1, 10_000)],
    ['confira o máximo por pedido', !isWhole(fields.maxPerOrder, Number(fields.minPerOrder) || 1, 10_000)],
    ['escolha a extração', readDateTime(fields.drawDate) === null],
    ['confira as cidades', cities.length > 200 || cities.some((city) => city.length > 80)],
    ['confira o valor dos prêmios', fields.prizes.some(isUnreadable)],
    ['confira o CNPJ', cnpjs.some((cnpj) => cnpj !== '' && !/^[0-9A-Z]{12}[0-9]{2}$/.test(cnpj))],
  ];
  return problems.find(([, isPresent]) => isPresent)?.[0] ?? null;
}

/** @param priceText as typed in the form of the rifa */
export function readTermsPart(fields: TermsFields, priceText: string): TypedPart {
  const terms: RifaTerms = termsOf(fields);
  const priceCentavos = parseCentavos(priceText) ?? 0;
  if (!areComplete(fields.priceSteps) || !arePriceSteps(priceCentavos, terms.priceSteps))
    return { problem: 'confira o preço progressivo' };
  if (
    !areComplete(fields.combos) ||
    !areCombos({ priceCentavos, priceSteps: terms.priceSteps }, terms.combos)
  )
    return { problem: 'confira os combos' };
  return { value: terms };
}

export function readOptionsPart(fields: OptionFields): TypedPart {
  if (fields.instantPrizes.some(isUnreadable)) return { problem: 'confira o valor das cotas premiadas' };
  const count = fields.instantPrizes.reduce((sum, prize) => sum + Number(prize.count), 0);
  if (count > 500) return { problem: 'no máximo 500 cotas premiadas' };
  return { value: optionsOf(fields, null) };
}

export interface Draft {
  rifa: ManagedRifa;
  terms: RifaTerms;
  options: RifaOptions;
}
