/** URL parameter of the rifa that is sold at the stand; empty to choose one. */
export const STAND = 'balcao';
