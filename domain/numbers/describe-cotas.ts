import { formatInteger, joinWords } from '../format.ts';
import { formatNumber } from './format-number.ts';

const NAMED = 12;

/** '1 cota', '1.200 cotas'. */
export function countCotas(count: number): string {
  return count === 1 ? '1 cota' : `${formatInteger(count)} cotas`;
}

/** 'a cota 0012', 'as 3 cotas 0012, 0034 e 0056', 'as 40 cotas 0001, … e mais 28'. @param numbers at least one */
export function describeCotas(numbers: readonly number[], totalNumbers: number): string {
  const named = numbers.slice(0, NAMED).map((number) => formatNumber(number, totalNumbers));
  if (numbers.length === 1) return `a cota ${named[0]}`;
  const more = numbers.length - named.length;
  const list = more > 0 ? `${named.join(', ')} e mais ${formatInteger(more)}` : joinWords(named);
  return `as ${countCotas(numbers.length)} ${list}`;
}
