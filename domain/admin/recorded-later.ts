/** Describes entries recorded after the end of their day. */
import { formatBrl, formatDateTime, joinWords } from '../format.ts';
import { FINANCE_KINDS, figureLabels, type FinanceKind } from './finance-figures.ts';

export interface RecordedLater {
  /** ISO timestamp. */
  latestAt: string;
  /** Centavos. */
  figures: Readonly<Record<FinanceKind, number>>;
}

export function describeRecordedLater({ latestAt, figures }: RecordedLater): string {
  const amounts = FINANCE_KINDS.filter((kind) => figures[kind] !== 0).map(
    (kind) => `${figureLabels[kind].toLowerCase()} ${formatBrl(figures[kind])}`,
  );
  return `Parte do movimento deste período foi registrada depois do fim dele, a última em ${formatDateTime(latestAt)}: ${joinWords(amounts)}. Um arquivo exportado antes disso pode não a ter.`;
}
