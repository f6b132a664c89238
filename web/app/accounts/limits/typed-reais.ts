/** @param typed as people write amounts: '100', '1.250,50', 'R$ 80,00'. @returns centavos, or null when it is none. */
export function centavosOfReais(typed: string): number | null {
  const plain = typed.replaceAll(/R\$|\s/g, '');
  if (!/^(\d+|\d{1,3}(\.\d{3})+)(,\d{1,2})?$/.test(plain)) return null;
  const [reais = '', cents = ''] = plain.replaceAll('.', '').split(',');
  return Number(reais) * 100 + Number(cents.padEnd(2, '0'));
}

/** 12550 as '125,50', for the box it is typed in. */
export function reaisOfCentavos(centavos: number): string {
  return `${Math.floor(centavos / 100)},${String(centavos % 100).padStart(2, '0')}`;
}
