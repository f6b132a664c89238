/** Parses text typed into the verifier: the noted seal and the lottery's prizes. */
import { readTypedPrizes } from '@mare/domain/draws/lottery/official-result.ts';

const SEAL = /^[0-9a-f]{64}$/;

/** Ignores spaces, line breaks and case. @returns null if the text is no seal */
export function readSeal(text: string): string | null {
  const seal = text.replaceAll(/\s/g, '').toLowerCase();
  return SEAL.test(seal) ? seal : null;
}

/** Five prizes in a row, each as the lottery prints it: 29004, 29.004 or 029004. @returns null unless there are five */
export function readPrizesInARow(text: string): string[] | null {
  return readTypedPrizes(text.split(/[\s,;/]+/).filter(Boolean));
}

export const NOT_A_SEAL = 'O lacre tem 64 sinais: algarismos e letras de a até f.';
export const NOT_FIVE_PRIZES = 'Os prêmios são cinco, do 1º ao 5º, cada um com cinco algarismos.';
