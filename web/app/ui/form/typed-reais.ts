/** Parses and formats amounts typed into a form: '100', '1.250,50', 'R$ 80,00'. */

/** @returns centavos; null for invalid text, such as '12.5', which is ambiguous */
export function parseCentavos(text: string): number | null {
  const plain = text.replaceAll(/R\$|\s/g, '');
  if (!/^(\d{1,10}|\d{1,3}(\.\d{3}){1,3})(,\d{1,2})?$/.test(plain)) return null;
  const [reais = '', cents = ''] = plain.replaceAll('.', '').split(',');
  return Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}

/** Formats 125050 as '1250,50' for an input, and null as an empty string. */
export function centavosText(centavos: number | null): string {
  return centavos === null ? '' : (centavos / 100).toFixed(2).replace('.', ',');
}
