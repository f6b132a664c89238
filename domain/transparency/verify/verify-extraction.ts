/** Which extraction decided. Only the lottery can show that one was skipped, incomplete or earlier than the seal. */
import type { DrawTerms } from '../../draws/sealing/draw-seal.ts';
import type { DrawRecord } from '../../draws/verifying/verify-draw.ts';
import type { Finding } from './verdict/findings.ts';

/** Passed-over extractions that the sentence names. */
const MAX_NAMED = 5;

/** @returns nothing before the draw */
export function compareExtraction({ results, clause }: DrawRecord, terms: DrawTerms): Finding[] {
  const item = 'extraction';
  const [first] = results;
  if (!first) return [];
  const ranges = results.map(({ extraction }, at) => ({
    from: at === 0 ? terms.extraction : results[at - 1]!.extraction + 1,
    until: extraction,
  }));
  if (ranges.every(({ from, until }) => from === until)) return [{ item, state: 'holds' }];
  const known = new Map(clause?.known.map((each) => [each.number, each]));
  const passed = ranges
    .flatMap(({ from, until }) =>
      Array.from({ length: Math.min(Math.max(until - from, 0), MAX_NAMED) }, (_, more) => from + more),
    )
    .slice(0, MAX_NAMED)
    .map((number) => {
      const found = known.get(number);
      if (!found) return `a ${number} não aconteceu${clause ? ` até ${formatDay(clause.decidedOn)}` : ''}`;
      return found.prizes === null
        ? `a ${number} saiu sem os cinco prêmios`
        : `a ${number} aconteceu em ${formatDay(found.date)}, fora dos dias que a cláusula aceita`;
    });
  const sealed = `${terms.extraction}, lacrada para ${formatDay(terms.extractionDate)}`;
  const instead = first.extraction === terms.extraction ? '' : `, no lugar da ${sealed}`;
  const claims = passed.length > 0 ? ` Pela prova, ${passed.join('; ')}.` : '';
  const detail = `${describeDeciding(results)}${instead}.${claims} Confira na Caixa se foi assim.`;
  return [{ item, state: 'open', reason: 'EXTRACTION_PASSED', detail }];
}

/** 'Decidiu a extração 5930, de 01/01/2025', without a full stop; empty before the draw. */
export function describeDeciding(results: DrawRecord['results']): string {
  const named = results.map(describeExtraction);
  if (named.length === 0) return '';
  return named.length === 1 ? `Decidiu a ${named[0]}` : `Decidiram a ${named.join(', e depois a ')}`;
}

/** 'extração 5930, de 01/01/2025' */
export function describeExtraction({ extraction, date }: { extraction: number; date: string }): string {
  return `extração ${extraction}, de ${formatDay(date)}`;
}

function formatDay(date: string): string {
  return date.split('-').toReversed().join('/');
}
