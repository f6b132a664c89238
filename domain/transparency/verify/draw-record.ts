/** Shape of a draw's record in a file of unknown origin. */
import type { DrawRecord } from '../../draws/verifying/verify-draw.ts';

/** Whether the value has the shape of a record. Proves nothing about its content */
export function isDrawRecord(value: unknown): value is DrawRecord & { log?: unknown } {
  const { seal, results, winners, prizes, shown, anchor, clause } = fieldsOf(value);
  const { text, hash } = fieldsOf(seal);
  return (
    typeof text === 'string' &&
    typeof hash === 'string' &&
    Array.isArray(results) &&
    results.every(isResult) &&
    Array.isArray(winners) &&
    winners.every(isWinner) &&
    isOptional(prizes, (each) => Array.isArray(each) && each.every(isPrize)) &&
    (shown === undefined || isShown(shown)) &&
    isOptional(anchor, (each) => typeof each === 'string') &&
    isOptional(clause, isClause)
  );
}

function isResult(value: unknown): boolean {
  const { extraction, date, prizes, rawBody, rawHash } = fieldsOf(value);
  return (
    Number.isSafeInteger(extraction) &&
    isDate(date) &&
    isPrizes(prizes) &&
    isOptional(rawBody, (each) => typeof each === 'string') &&
    isOptional(rawHash, (each) => typeof each === 'string')
  );
}

function isWinner(value: unknown): boolean {
  const { position, number, tag } = fieldsOf(value);
  return (
    Number.isSafeInteger(position) &&
    isOptional(number, Number.isSafeInteger) &&
    isOptional(tag, (each) => typeof each === 'string')
  );
}

function isPrize(value: unknown): boolean {
  const { position, name } = fieldsOf(value);
  return Number.isSafeInteger(position) && typeof name === 'string';
}

function isShown(value: unknown): boolean {
  const { rule, list, seals, draws, results, steps, clauseSteps, instantPrizes, ...terms } = fieldsOf(value);
  return (
    hasFields(terms, { title: 'string', priceCentavos: 'number', totalNumbers: 'number' }) &&
    isOptional(terms.regulationHash, (each) => typeof each === 'string') &&
    isOptional(terms.contentHash, (each) => typeof each === 'string') &&
    isOptional(terms.declared, (each) => isListOf(each, (line) => typeof line === 'string')) &&
    hasFields(rule, { version: 'string', fallback: 'string', cotaWinsOnce: 'boolean' }) &&
    isOptional(list, (each) =>
      hasFields(each, {
        soldNumbers: 'number',
        excludedNumbers: 'number',
        hash: 'string',
        root: 'string',
        frozenAt: 'string',
      }),
    ) &&
    isListOf(seals, (each) =>
      hasFields(each, {
        version: 'number',
        hash: 'string',
        extraction: 'number',
        extractionDate: 'string',
        sealedAt: 'string',
      }),
    ) &&
    isListOf(
      draws,
      (each) =>
        hasFields(each, { version: 'number', drawnAt: 'string' }) &&
        isListOf(fieldsOf(each).winners, isPlace),
    ) &&
    isListOf(
      results,
      (each) =>
        hasFields(each, { extraction: 'number', source: 'string' }) &&
        isOptional(fieldsOf(each).confirmedAt, (time) => typeof time === 'string'),
    ) &&
    isListOf(steps, (each) => isPlace(each) && hasFields(each, { verdict: 'string' })) &&
    isListOf(
      clauseSteps,
      (each) =>
        hasFields(each, { reason: 'string', appliedAt: 'string' }) &&
        isOptional(fieldsOf(each).extraction, Number.isSafeInteger),
    ) &&
    isOptional(instantPrizes, isShownInstant)
  );
}

function isShownInstant(value: unknown): boolean {
  const { seedCommitment, beacon, commitments, prizes } = fieldsOf(value);
  return (
    typeof seedCommitment === 'string' &&
    isOptional(
      beacon,
      (each) =>
        hasFields(each, { chain: 'string', round: 'number' }) &&
        isOptional(fieldsOf(each).signature, (signature) => typeof signature === 'string'),
    ) &&
    isOptional(commitments, (each) => typeof each === 'string') &&
    isListOf(
      prizes,
      (each) =>
        hasFields(each, { name: 'string' }) &&
        isOptional(fieldsOf(each).number, Number.isSafeInteger) &&
        isOptional(fieldsOf(each).valueCentavos, Number.isSafeInteger),
    )
  );
}

function isPlace(value: unknown): boolean {
  return hasFields(value, { position: 'number' }) && isOptional(fieldsOf(value).number, Number.isSafeInteger);
}

function hasFields(
  value: unknown,
  types: Readonly<Record<string, 'string' | 'number' | 'boolean'>>,
): boolean {
  const fields = fieldsOf(value);
  return Object.entries(types).every(([name, type]) => typeof fields[name] === type);
}

function isListOf(value: unknown, test: (value: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every((each) => test(each));
}

function isClause(value: unknown): boolean {
  const { sealedOn, decidedOn, known } = fieldsOf(value);
  return isDate(sealedOn) && isDate(decidedOn) && Array.isArray(known) && known.every(isExtraction);
}

function isExtraction(value: unknown): boolean {
  const { number, date, prizes } = fieldsOf(value);
  return Number.isSafeInteger(number) && isDate(date) && isOptional(prizes, isPrizes);
}

function isPrizes(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value));
}

function isOptional(value: unknown, test: (value: unknown) => boolean): boolean {
  return value === undefined || value === null || test(value);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
