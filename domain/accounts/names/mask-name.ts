/** 'Maria da Silva' as 'M*** S.': distinguishes people in public without naming them. */
export function maskName(name: string | null): string {
  const words = name?.trim().split(/\s+/).filter(Boolean) ?? [];
  const [first, ...rest] = words;
  if (first === undefined) return 'A***';
  const last = rest.at(-1);
  return `${initial(first)}***${last ? ` ${initial(last)}.` : ''}`;
}

function initial(word: string): string {
  return Array.from(word)[0]!.toUpperCase();
}
