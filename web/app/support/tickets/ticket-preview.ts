/** Length of a message preview in a list (spec: community, section 2). */
const PREVIEW_CHARACTERS = 100;

/** Truncates a message to 100 characters and adds an ellipsis. */
export function ticketPreview(message: string): string {
  const characters = Array.from(message);
  if (characters.length <= PREVIEW_CHARACTERS) return message;
  return `${characters.slice(0, PREVIEW_CHARACTERS).join('')}...`;
}
