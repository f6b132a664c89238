/** Of a ticket's message in a list (spec: community, section 2). */
const PREVIEW_CHARACTERS = 100;

/** The first 100 characters, and three dots when there was more. */
export function ticketPreview(message: string): string {
  const characters = Array.from(message);
  if (characters.length <= PREVIEW_CHARACTERS) return message;
  return `${characters.slice(0, PREVIEW_CHARACTERS).join('')}...`;
}
