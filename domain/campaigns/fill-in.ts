/** Replaces placeholders such as `{nome}`; unknown ones are kept. */
export function fillIn(text: string, facts: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{([a-z]+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(facts, name) ? facts[name]! : placeholder,
  );
}

/** Like `fillIn`, for text with Markdown: escapes the values. */
export function fillInMarkdown(text: string, facts: Readonly<Record<string, string>>): string {
  const plain = Object.entries(facts).map(([name, fact]) => [
    name,
    fact.replaceAll(/[*[\]#\r\n]/g, ' ').trim(),
  ]);
  return fillIn(text, Object.fromEntries(plain) as Record<string, string>);
}
