/** Shown instead of the name of a buyer whose account was deleted. */
export const DELETED_BUYER = 'uma conta apagada';

/** 'Maria da Silva' as 'Maria S.', the only form of a name on public pages. */
export function shortName(name: string | null, nameless = 'Participante'): string {
  const words = name?.trim().split(/\s+/).filter(Boolean) ?? [];
  const [first = nameless, ...rest] = words;
  const last = rest.at(-1);
  return last ? `${first} ${Array.from(last)[0]!.toUpperCase()}.` : first;
}
