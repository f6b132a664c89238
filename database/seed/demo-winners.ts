/** The finished draws of the demonstration. */

export interface DemoDraw {
  rifaId: string;
  /** Extraction number of the Loteria Federal. Invented, as are the prizes. */
  extraction: number;
  /** First to fifth prize, five digits each, as the lottery prints them. */
  federalPrizes: [string, string, string, string, string];
}

export interface DemoWinner {
  id: string;
  rifaId: string;
  personId: string;
  /** 1-based number on the cota. All zeros in the lottery's digits mean the rifa's highest number. */
  winnerNumber: number;
  /** 1-based. */
  winnerPosition: number;
}

export const demoDraws: DemoDraw[] = [
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    extraction: 9007,
    federalPrizes: ['41637', '08250', '72914', '55306', '19481'],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    extraction: 9003,
    federalPrizes: ['60482', '27109', '83775', '14960', '39238'],
  },
];

export const demoWinners: DemoWinner[] = [
  {
    id: 'f1000000-0000-4000-8000-000000000001',
    rifaId: '5e000000-0000-4000-8000-000000000012',
    personId: 'de000000-0000-4000-8000-000000000110',
    winnerNumber: 37,
    winnerPosition: 1,
  },
  {
    id: 'f1000000-0000-4000-8000-000000000002',
    rifaId: '5e000000-0000-4000-8000-000000000012',
    personId: 'de000000-0000-4000-8000-000000000103',
    winnerNumber: 50,
    winnerPosition: 2,
  },
  {
    id: 'f1000000-0000-4000-8000-000000000003',
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000115',
    winnerNumber: 482,
    winnerPosition: 1,
  },
  {
    id: 'f1000000-0000-4000-8000-000000000004',
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000003',
    winnerNumber: 109,
    winnerPosition: 2,
  },
  {
    id: 'f1000000-0000-4000-8000-000000000005',
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000124',
    winnerNumber: 775,
    winnerPosition: 3,
  },
];
