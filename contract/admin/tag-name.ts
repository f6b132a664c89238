import { plainText } from '../plain-text.ts';

/** Of a person or an order: 2 to 40 characters. */
export const tagName = plainText(40)
  .trim()
  .regex(/^\S.{0,38}\S$/);
