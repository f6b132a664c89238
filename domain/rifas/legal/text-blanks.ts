/** Blanks of a text created from a template, such as '[preencha: CNPJ]'. */

const BLANK = /\[preencha(?:: ?([^\]]*))?\]/gi;

/** Blanks still to be filled in, in the order of the text. */
export function blanksIn(text: string): string[] {
  return [...text.matchAll(BLANK)].map(([, label]) => label?.trim() || 'um trecho');
}
