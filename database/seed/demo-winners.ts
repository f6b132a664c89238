/** Finished demo draws. Extraction and numbers follow from the date: the lottery of the demonstration is simulated. */

export interface DemoDraw {
  rifaId: string;
  /** Days that its cotas were on sale before the draw. */
  soldForDays: number;
  /** Ids of the people who hold the winning cotas, by position. The demo sale assigns them; the draw does not use this. */
  winners: string[];
}

/** In the order of their dates. */
export const demoDraws: DemoDraw[] = [
  {
    rifaId: '5e000000-0000-4000-8000-000000000012',
    soldForDays: 60,
    winners: ['de000000-0000-4000-8000-000000000110', 'de000000-0000-4000-8000-000000000103'],
  },
  {
    rifaId: '5e000000-0000-4000-8000-000000000013',
    // From before the time when a buyer without a purchase counts as absent.
    soldForDays: 90,
    winners: [
      'de000000-0000-4000-8000-000000000115',
      'de000000-0000-4000-8000-000000000003',
      'de000000-0000-4000-8000-000000000124',
    ],
  },
];
