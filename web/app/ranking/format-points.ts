import { formatCount } from '../format.ts';

/** 1234 as '1.234 pontos'. */
export function formatPoints(count: number): string {
  return formatCount(count, 'ponto', 'pontos');
}
