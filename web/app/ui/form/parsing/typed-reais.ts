/** Parses and formats amounts typed into a form: '100', '1.250,50', '1250.50', 'R$ 80,00'. */

const PLAIN = /^(\d{1,10})(?:[.,](\d{1,2}))?$/;
const WITH_POINTS = /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,2}))?$/;
const WITH_COMMAS = /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{1,2})$/;

/**
 * A comma or a point before one or two decimals; three digits after a point are thousands, as written in Brazil.
 * @returns centavos; null for invalid text, such as '1,234', which could be either
 */
export function parseCentavos(text: string): number | null {
  const plain = text.replaceAll(/R\$|\s/g, '');
  const match = PLAIN.exec(plain) ?? WITH_POINTS.exec(plain) ?? WITH_COMMAS.exec(plain);
  if (!match) return null;
  const [, reais = '', cents = ''] = match;
  return Number(reais.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'));
}

/** Formats 125050 as '1250,50' for an input, and null as an empty string. */
export function centavosText(centavos: number | null): string {
  return centavos === null ? '' : (centavos / 100).toFixed(2).replace('.', ',');
}
