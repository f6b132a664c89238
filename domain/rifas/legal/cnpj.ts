const CNPJ = /^[0-9A-Z]{12}[0-9]{2}$/;
const ASCII_ZERO = 48;
const CHECKED = 12;

/** Fourteen characters without punctuation, letters in upper case. Not validated. */
export function normalizeCnpj(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s./-]/g, '');
}

/**
 * Validates both check digits of numeric and alphanumeric CNPJs (IN RFB 2.229/2024: a character counts as its ASCII
 * code minus 48, weights 2 to 9 from the right).
 * @param cnpj normalized
 */
export function isValidCnpj(cnpj: string): boolean {
  if (!CNPJ.test(cnpj) || /^(.)\1*$/.test(cnpj)) return false;
  const base = cnpj.slice(0, CHECKED);
  const first = checkDigit(base);
  return cnpj.slice(CHECKED) === `${first}${checkDigit(`${base}${first}`)}`;
}

function checkDigit(characters: string): number {
  let sum = 0;
  for (let place = 0; place < characters.length; place++) {
    const weight = 2 + ((characters.length - 1 - place) % 8);
    sum += (characters.charCodeAt(place) - ASCII_ZERO) * weight;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** As '12.ABC.345/01DE-35'. Returns other text unchanged. */
export function formatCnpj(cnpj: string): string {
  return cnpj.replace(/^(.{2})(.{3})(.{3})(.{4})(.{2})$/, '$1.$2.$3/$4-$5');
}
