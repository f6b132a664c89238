/** Parses a stored cart, which another version of the page may have written, or which may be corrupt. */
import { MAX_CART_LINES, MAX_LINE_QUANTITY } from './limits.ts';
import type { Combo, PriceStep } from '../rifas/prices/price-steps.ts';
import { type AgreedLine, type CartItem, type CartSession, numbersInCart, withinBounds } from './cart.ts';

/**
 * Parses the cart from browser storage. Drops invalid lines, and invalid optional parts of a line, one by one.
 * @returns null if there is no cart
 */
export function parseCart(text: string | null): CartSession | null {
  if (!text) return null;
  try {
    return readCart(JSON.parse(text));
  } catch {
    return null;
  }
}

function readCart(value: unknown): CartSession | null {
  if (!isRecord(value)) return null;
  const { sessionId, userId, items, createdAt, lastUpdated, expiresAt, version } = value;
  const agreed = readAgreed(value);
  const hasSession = typeof sessionId === 'string' && sessionId.startsWith('anon_');
  if (!hasSession || !isDate(createdAt) || !isDate(lastUpdated) || !isDate(expiresAt)) return null;
  if (!Array.isArray(items)) return null;
  return {
    sessionId,
    ...(typeof userId === 'string' && { userId }),
    ...(isCount(version, 1) && { version }),
    ...(agreed && { agreed }),
    items: readLines(items),
    createdAt,
    lastUpdated,
    expiresAt,
  };
}

/** Carts of an earlier version of the page stored only `agreedIds`. */
function readAgreed({ agreed, agreedIds }: Record<string, unknown>): AgreedLine[] | null {
  if (Array.isArray(agreed)) return agreed.filter(isAgreedLine);
  if (!Array.isArray(agreedIds)) return null;
  return agreedIds.filter((id) => typeof id === 'string').map((id) => ({ id }));
}

function isAgreedLine(value: unknown): value is AgreedLine {
  return isRecord(value) && typeof value.id === 'string' && typeof value.content === 'string';
}

function readLines(values: unknown[]): CartItem[] {
  const lines: CartItem[] = [];
  for (const value of values) {
    const line = readLine(value);
    if (!line || lines.length >= MAX_CART_LINES || lines.some(({ id }) => id === line.id)) continue;
    const numbersInUse = new Set(numbersInCart(lines, line.rifaId));
    lines.push({
      ...line,
      selectedNumbers: line.selectedNumbers.filter((number) => !numbersInUse.has(number)),
    });
  }
  return lines;
}

function readLine(value: unknown): CartItem | null {
  if (!isRecord(value)) return null;
  const { id, rifaId, addedAt, rifaTitle, rifaImage, tier, selectedNumbers, salesEndAt } = value;
  const { quantity, rifaPriceCentavos, totalNumbers, bonusQuantity, maxPerOrder } = value;
  if (typeof id !== 'string' || typeof rifaId !== 'string' || typeof addedAt !== 'string') return null;
  if (typeof rifaTitle !== 'string' || typeof rifaImage !== 'string') return null;
  if (!isCount(quantity, 1) || !isCount(totalNumbers, 1) || !isCount(rifaPriceCentavos, 0)) return null;
  if ((tier !== null && typeof tier !== 'string') || !Array.isArray(selectedNumbers)) return null;
  const isNumber = (number: unknown): number is number => isCount(number, 1) && number <= totalNumbers;
  const numbers = [...new Set(selectedNumbers.filter(isNumber))];
  const steps = onlyValid(value.priceSteps, isPriceStep);
  const combos = onlyValid(value.combos, isCombo);
  return withinBounds({
    id,
    rifaId,
    quantity,
    tier,
    // Lines stored before the bonus had a field listed its numbers.
    bonusQuantity: isCount(bonusQuantity, 0)
      ? bonusQuantity
      : tier === null
        ? 0
        : Math.max(0, numbers.length - quantity),
    selectedNumbers: numbers,
    ...(value.chosen === true && { chosen: true }),
    ...(isCount(value.acceptedCentavos, 0) && { acceptedCentavos: value.acceptedCentavos }),
    addedAt,
    rifaTitle,
    rifaPriceCentavos,
    rifaImage,
    totalNumbers,
    maxPerOrder: isCount(maxPerOrder, 1) ? maxPerOrder : Math.min(totalNumbers, MAX_LINE_QUANTITY),
    ...(isDate(salesEndAt) && { salesEndAt }),
    ...(steps.length > 0 && { priceSteps: steps }),
    ...(combos.length > 0 && { combos }),
  });
}

function onlyValid<Part>(value: unknown, isValid: (part: unknown) => part is Part): Part[] {
  return Array.isArray(value) ? value.filter(isValid) : [];
}

function isPriceStep(value: unknown): value is PriceStep {
  return isRecord(value) && isCount(value.fromQuantity, 2) && isCount(value.priceCentavos, 0);
}

function isCombo(value: unknown): value is Combo {
  return isRecord(value) && isCount(value.quantity, 2) && isCount(value.priceCentavos, 0);
}

function isCount(value: unknown, least: number): value is number {
  return Number.isSafeInteger(value) && (value as number) >= least;
}

function isDate(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
