/** Finished demo draws, based on real extractions of the Loteria Federal. */

export interface DemoDraw {
  rifaId: string;
  extraction: number;
  /** ISO date of the extraction. */
  date: string;
  /** First to fifth prize, five digits each, as published. */
  federalPrizes: [string, string, string, string, string];
}

export interface DemoWinner {
  rifaId: string;
  personId: string;
  /** 1-based number on the cota. All zeros in the lottery's digits mean the rifa's highest number. */
  winnerNumber: number;
  /** 1-based. */
  winnerPosition: number;
}

export const demoDraws: DemoDraw[] = [
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    extraction: 5926,
    date: '2024-12-11',
    federalPrizes: ['29004', '39509', '71391', '18548', '50619'],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    extraction: 5929,
    date: '2024-12-28',
    federalPrizes: ['31976', '14292', '30948', '96672', '68951'],
  },
];

/** Holders of the winning cotas: the demo sale assigns them; the draw does not use this. */
export const demoWinners: DemoWinner[] = [
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    personId: 'de000000-0000-4000-8000-000000000110',
    winnerNumber: 76,
    winnerPosition: 1,
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    personId: 'de000000-0000-4000-8000-000000000103',
    winnerNumber: 92,
    winnerPosition: 2,
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000115',
    winnerNumber: 4,
    winnerPosition: 1,
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000003',
    winnerNumber: 509,
    winnerPosition: 2,
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    personId: 'de000000-0000-4000-8000-000000000124',
    winnerNumber: 391,
    winnerPosition: 3,
  },
];
