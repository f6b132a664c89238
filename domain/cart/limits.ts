/** Limits of the cart. A separate module for the first view of a rifa. */

/** Maximum lines of a cart, equal to that of an order. */
export const MAX_CART_LINES = 50;

/** Maximum numbers suggested for a line. The reservation draws the others, so that a line stays small. */
export const MAX_SUGGESTED_NUMBERS = 100;

/** Maximum numbers picked by hand for a line. */
export const MAX_CHOSEN_NUMBERS = 2_000;

/** Maximum cotas of a line whose rifa's limit per order is unknown: the highest limit that a rifa can have. */
export const MAX_LINE_QUANTITY = 10_000;
