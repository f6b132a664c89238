/** Puts facts where a text has their name in braces, e.g. `{nome}`; what it has no fact for stays as it was typed. */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (whole, name: string) =>
    Object.hasOwn(facts, name) ? facts[name]! : whole,
  );
}

/** The same for text with the little Markdown: a fact is words, whatever signs it holds. */
export function fillInMarkdown(text: string, facts: Readonly<Record<string, string>>): string {
  const plain = Object.entries(facts).map(([name, fact]) => [
    name,
    fact.replaceAll(/[*[\]#\r\n]/g, ' ').trim(),
  ]);
  return fillIn(text, Object.fromEntries(plain) as Record<string, string>);
}
