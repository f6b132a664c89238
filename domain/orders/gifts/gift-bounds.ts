/** Cotas of one gift. */
export const MAX_GIFT_COTAS = 100;
