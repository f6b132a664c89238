/** Classifies the text of the panel's search: words, a phone, a CPF, a cota number or a reference. */

export interface SearchText {
  /** All must be found. Empty when the text is a phone or a CPF. */
  words: readonly string[];
  /** Consecutive digits to find; empty when the text is not a number. */
  phone: readonly string[];
  /** 11 digits. */
  cpf: string | null;
  /** A number of a cota. */
  cota: number | null;
  /** An order's id or reference, a payment's id, or the token of a group purchase, as typed. */
  reference: string;
}

const WORDS_MAX = 6;
const NUMBER_LIKE = /^\+?[\d\s()./-]+$/;
/** A number, also as screens show it, with points between thousands. */
const COTA = /^(?:\d+|\d{1,3}(?:\.\d{3})+)$/;
const COTA_DIGITS_MAX = 8;
const CPF_DIGITS = 11;
/** Fewer digits than a number without area code are a cota rather than a phone. */
const PHONE_DIGITS_MIN = 4;
/** Area code and a landline. */
const WHOLE_PHONE_MIN = 10;
const LAST_DIGITS = 8;

export function parseSearchText(typed: string): SearchText {
  const text = typed.trim();
  // URL of an order or group purchase page, copied from a message.
  const reference = /\/(?:pedido|pedidos|bolao)\/([\w-]+)/.exec(text)?.[1] ?? text;
  const isNumber = NUMBER_LIKE.test(text);
  const digits = text.replaceAll(/\D/g, '');
  return {
    reference,
    words: isNumber ? [] : text.split(/\s+/).filter(Boolean).slice(0, WORDS_MAX),
    phone: isNumber ? phoneParts(digits) : [],
    cpf: isNumber && digits.length === CPF_DIGITS ? digits : null,
    cota: COTA.test(text) && digits.length <= COTA_DIGITS_MAX ? Number(digits) : null,
  };
}

/**
 * With or without +55, a leading zero and the ninth digit: a complete number is compared by its area code and its
 * last eight digits.
 */
function phoneParts(digits: string): string[] {
  if (digits.length < PHONE_DIGITS_MIN) return [];
  const own = digits.replace(/^0+/, '').replace(/^55(?=\d{10,11}$)/, '');
  if (own.length < WHOLE_PHONE_MIN) return [own];
  return [own.slice(0, 2), own.slice(-LAST_DIGITS)];
}
