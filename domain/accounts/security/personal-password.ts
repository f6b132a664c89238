/** Rejects passwords made of public facts about the person or the shop. */
import { foldText } from '../../fold-text.ts';

/** Common filler words in such passwords. */
const FILLERS = [
  'senha',
  'minha',
  'meu',
  'password',
  'admin',
  'login',
  'conta',
  'rifa',
  'cota',
  'sorte',
  'brasil',
  'amo',
  'love',
];
/** A shorter word may occur in a password by chance. */
const MIN_WORD_CHARACTERS = 3;
/** Minimum letters that remain after the known words are removed. */
const MIN_REMAINING_LETTERS = 4;

const LOOKALIKES: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * Whether a password is the name of the shop, or the person's own name or e-mail, with at most common words, digits and
 * signs around it. Accents, case and look-alikes such as 4 for a do not matter.
 */
export function isPersonalPassword(
  password: string,
  about: { shop: string; name: string; email: string },
): boolean {
  const [local = '', domain = ''] = about.email.split('@');
  const known = [about.shop, about.name, local, domain.split('.')[0] ?? ''];
  const words = [...known.flatMap(wordsOf), ...known.map((each) => wordsOf(each).join(''))]
    .filter((word) => word.length >= MIN_WORD_CHARACTERS)
    .toSorted((a, b) => b.length - a.length);
  return [foldText(password), foldText(spellOut(password))].some((text) => {
    const rest = without(text, words);
    return rest !== text && without(rest, FILLERS).replaceAll(/[^a-z]/g, '').length < MIN_REMAINING_LETTERS;
  });
}

function without(text: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ' '), text);
}

function wordsOf(text: string): string[] {
  return foldText(text)
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
}

function spellOut(text: string): string {
  return Array.from(text, (character) => LOOKALIKES[character] ?? character).join('');
}
