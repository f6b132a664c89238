import { expect, test } from 'vitest';
import { isMetropolitan, METROPOLITAN_CITIES } from './places.ts';

// @covers community 5: the twelve cities; a failed check means not eligible; asked again when the order is made
//   [domain/accounts/places.ts]
test('lists the twelve cities of the region (spec: community, 5)', () => {
  expect(METROPOLITAN_CITIES.join(', ')).toBe(
    'Maceió, Rio Largo, Marechal Deodoro, Pilar, São Miguel dos Campos, Barra de São Miguel, ' +
      'Barra de Santo Antônio, Messias, Satuba, Coqueiro Seco, Santa Luzia do Norte, Paripueira',
  );
});

test.each([
  ['Maceió', 'AL', true],
  ['Pilar', 'AL', true],
  ['Pilar', 'PB', false],
  ['Recife', 'PE', false],
  ['Maceió', null, false],
  [null, 'AL', false],
])('decides whether %s, %s is in the region: %s', (city, state, expected) => {
  expect(isMetropolitan(city, state)).toBe(expected);
});
