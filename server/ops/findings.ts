/** What `ops preflight` and `ops doctor` print. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** What was looked at and found, in Portuguese. */
  text: string;
  /** What to do about it. */
  advice?: string;
}

const MARKS = { ok: '✓', warning: '!', error: '✗' };

export function formatFindings(findings: readonly Finding[]): string {
  return findings
    .map(({ level, text, advice }) => `${MARKS[level]} ${text}${advice ? `\n    ${advice}` : ''}`)
    .join('\n');
}

export const hasError = (findings: readonly Finding[]) => findings.some(({ level }) => level === 'error');

/** @param problem used unless `isFine` */
export function finding(
  isFine: boolean,
  fine: string,
  problem: Omit<Finding, 'level'>,
  level: 'warning' | 'error' = 'error',
): Finding {
  return isFine ? { level: 'ok', text: fine } : { level, ...problem };
}
