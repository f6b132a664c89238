import { trimmedText } from '../plain-text.ts';

/** Tag of a person or an order: 2 to 40 characters. */
export const tagName = trimmedText(40).regex(/^\S.{0,38}\S$/);
