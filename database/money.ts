/** Conversions between `numeric(12,2)` in tables and integer centavos in code. */

/** @throws RangeError unless the text is an amount with at most two decimals */
export function centavosFromNumeric(text: string): number {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) throw new RangeError(`not an amount: ${text}`);
  const centavos = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return match[1] ? -centavos : centavos;
}

/** @throws RangeError unless the amount is a whole number of centavos */
export function numericFromCentavos(centavos: number): string {
  if (!Number.isSafeInteger(centavos)) throw new RangeError(`not a whole number of centavos: ${centavos}`);
  const digits = String(Math.abs(centavos)).padStart(3, '0');
  return `${centavos < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
