/** Kinds of prizes. `cash`: an amount of money, paid to the winner's bank account. */
export const PRIZE_TYPES = ['product', 'service', 'cash'] as const;
export type PrizeType = (typeof PRIZE_TYPES)[number];
