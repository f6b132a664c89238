/** Generated buyers in addition to `demo-people.ts`: enough for each buyer's purchases to match the segment. */
import type { Segment } from '@mare/domain/personalization/segments.ts';

export type BuyerRow = [name: string, city: string, birthDate: string, segment: Segment];

const FIRST_NAMES = (
  'Alice, Amanda, Aparecida, Beatriz, Camila, Carolina, Célia, Cristiane, Débora, Eliane, ' +
  'Fernanda, Flávia, Francisca, Graça, Helenice, Isabel, Ivone, Juliana, Larissa, Lenilda, ' +
  'Lívia, Luana, Marlene, Mônica, Neide, Paula, Rafaela, Renata, Sandra, Vitória, Antônio, ' +
  'Carlos, Eduardo, Gilberto, João, Luiz, Marcelo, Paulo, Rodrigo, Severino'
).split(', ');
const SURNAMES = (
  'Alencar, Almeida, Batista, Bezerra, Buarque, Cardoso, Carneiro, Costa, Dantas, Fonseca, ' +
  'Freitas, Gomes, Guedes, Jatobá, Leite, Lins, Lopes, Machado, Maia, Marinho, Medeiros, ' +
  'Monteiro, Moreira, Nascimento, Oliveira, Palmeira, Pereira, Queiroz, Ramos, Ribeiro, ' +
  'Sarmento, Teixeira, Torres, Uchôa, Viana, Wanderley, Xavier'
).split(', ');
/** Half of the people live in the capital. */
const CITIES = (
  'Maceió, Rio Largo, Maceió, Marechal Deodoro, Maceió, Satuba, Maceió, Pilar, Maceió, ' +
  'São Miguel dos Campos, Maceió, Paripueira, Maceió, Messias, Maceió, Barra de São Miguel'
).split(', ');
/** Segments of 25 people, repeated for all. */
const SEGMENTS: Segment[] = [
  ...Array.from({ length: 2 }, () => 'vip' as const),
  ...Array.from({ length: 9 }, () => 'regular' as const),
  ...Array.from({ length: 11 }, () => 'casual' as const),
  ...Array.from({ length: 2 }, () => 'new' as const),
  'at_risk',
];

/** @returns different names, the same at each call */
export function demoCustomers(count: number): BuyerRow[] {
  return Array.from({ length: count }, (_, index) => {
    // 40 and 37 have no common divisor, so a pair repeats after 1,480 people at the earliest.
    const first = FIRST_NAMES[(index * 7) % FIRST_NAMES.length]!;
    const surname = SURNAMES[(index * 5) % SURNAMES.length]!;
    const year = 1958 + ((index * 11) % 46);
    const [month, day] = [1 + ((index * 5) % 12), 1 + ((index * 17) % 28)];
    const birthDate = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
    return [
      `${first} ${surname}`,
      CITIES[(index * 3) % CITIES.length]!,
      birthDate,
      SEGMENTS[index % SEGMENTS.length]!,
    ];
  });
}
