/** Default eligible cities of a rifa, all in Alagoas (spec: community, 5). */
export const METROPOLITAN_CITIES = [
  'Maceió',
  'Rio Largo',
  'Marechal Deodoro',
  'Pilar',
  'São Miguel dos Campos',
  'Barra de São Miguel',
  'Barra de Santo Antônio',
  'Messias',
  'Satuba',
  'Coqueiro Seco',
  'Santa Luzia do Norte',
  'Paripueira',
] as const;

export const METROPOLITAN_STATE = 'AL';

/** Two-letter codes of the Brazilian states. */
export const STATES = [
  'AC',
  'AL',
  'AM',
  'AP',
  'BA',
  'CE',
  'DF',
  'ES',
  'GO',
  'MA',
  'MG',
  'MS',
  'MT',
  'PA',
  'PB',
  'PE',
  'PI',
  'PR',
  'RJ',
  'RN',
  'RO',
  'RR',
  'RS',
  'SC',
  'SE',
  'SP',
  'TO',
] as const;

/** Compares the state too: other states have cities with the same names. */
export function isMetropolitan(city: string | null, state: string | null): boolean {
  return state === METROPOLITAN_STATE && METROPOLITAN_CITIES.some((name) => name === city);
}
