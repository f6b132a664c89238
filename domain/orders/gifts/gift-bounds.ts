/** Cotas of one gift. */
export const MAX_GIFT_COTAS = 100;
/** Characters of the giver's words to the recipient. */
export const MAX_GIFT_MESSAGE = 140;

const LINK = /:\/\/|www\.|\.(?:com|net|org|info|br|io|me|app|dev|ly|gg|link|shop|site|store|online|xyz)\b/i;

/** Whether words name a web address. They go to people who never gave theirs to the shop. */
export function hasLink(words: string): boolean {
  return LINK.test(words);
}
