const MIN_NOTE_CHARACTERS = 3;

/** For `register` of a form. @returns true, or what to write */
export function validateNote(typed: string): true | string {
  return (
    typed.trim().length >= MIN_NOTE_CHARACTERS || `Escreva pelo menos ${MIN_NOTE_CHARACTERS} caracteres.`
  );
}
