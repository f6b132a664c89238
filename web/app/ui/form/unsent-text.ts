/** What stays in a composer after its text was sent: what was typed meanwhile. @param sent as the field held it then */
export function unsentText(typed: string, sent: string): string {
  return typed.startsWith(sent) ? typed.slice(sent.length).trimStart() : typed;
}
