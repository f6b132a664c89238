/** Output of `ops preflight` and `ops doctor`. */
export interface Finding {
  level: 'ok' | 'warning' | 'error';
  /** Check and its finding, in Portuguese. */
  text: string;
  /** Recommended action. */
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
