/** Limits of the cart. In their own module for the first view of a rifa. */

/** The most lines of a cart: as many as one order takes. */
export const MAX_CART_LINES = 50;

/** The most numbers suggested for a line. The reservation draws the others, so that a line stays small. */
export const MAX_SUGGESTED_NUMBERS = 100;

/** The most numbers picked by hand for a line. */
export const MAX_CHOSEN_NUMBERS = 2_000;

/** Cotas of one line for a rifa whose limit per order is not known: the highest limit that a rifa can have. */
export const MAX_LINE_QUANTITY = 10_000;
