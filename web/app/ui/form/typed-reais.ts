/** Amounts of money as people type them into a form: '100', '1.250,50', 'R$ 80,00'. */

/** In centavos; null for what is none, as '12.5', which may be meant as twelve and a half or as 125. */
export function readCentavos(text: string): number | null {
  const plain = text.replaceAll(/R\$|\s/g, '');
  if (!/^(\d{1,10}|\d{1,3}(\.\d{3}){1,3})(,\d{1,2})?$/.test(plain)) return null;
  const [reais = '', cents = ''] = plain.replaceAll('.', '').split(',');
  return Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}

/** 125050 as '1250,50', for the box it is typed in; null as nothing. */
export function centavosText(centavos: number | null): string {
  return centavos === null ? '' : (centavos / 100).toFixed(2).replace('.', ',');
}
