/** 'Maria da Silva' as 'Maria S.': all that public pages may show of a person. */
export function shortName(name: string | null, nameless = 'Participante'): string {
  const words = name?.trim().split(/\s+/).filter(Boolean) ?? [];
  const [first = nameless, ...rest] = words;
  const last = rest.at(-1);
  return last ? `${first} ${Array.from(last)[0]!.toUpperCase()}.` : first;
}
