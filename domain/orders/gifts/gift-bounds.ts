/** Cotas of one gift. */
export const MAX_GIFT_COTAS = 100;
/** Maximum characters of the giver's message to the recipient. */
export const MAX_GIFT_MESSAGE = 140;

const LINK = /:\/\/|www\.|\.(?:com|net|org|info|br|io|me|app|dev|ly|gg|link|shop|site|store|online|xyz)\b/i;

/** Whether the message contains a web address. Recipients did not give their contact to the shop. */
export function hasLink(words: string): boolean {
  return LINK.test(words);
}
