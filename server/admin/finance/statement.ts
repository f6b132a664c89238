/** The statement of a period, for an accountant: totals and every ledger entry. */
import type { Kysely } from 'kysely';
import { FIGURES, figureLabels } from '@mare/domain/admin/finance-figures.ts';
import { describeRecordedLater } from '@mare/domain/admin/recorded-later.ts';
import type { FinanceReport } from '@mare/contract/admin/finance.ts';
import type { DB } from '@mare/database/schema.ts';
import type { XlsxCell, XlsxSheet } from '../../platform/documents/write-xlsx.ts';
import { type FinancePeriod, selectAllEntries } from './finance.queries.ts';
import { inSnapshot } from '../../platform/database/transaction.ts';
import { periodBefore, readFinance } from './read-finance.ts';

/** Maximum entries in a spreadsheet: more do not fit into the memory of a small server. */
const MAX_ENTRIES = 100_000;

/** '22/11/2026'. @param day ISO date */
export function writeDay(day: string): string {
  return day.split('-').toReversed().join('/');
}

/** '01/11/2026 a 30/11/2026'. */
export function writePeriod({ from, to }: FinancePeriod): string {
  return `${writeDay(from)} a ${writeDay(to)}`;
}

/** Totals and entries come from one snapshot. */
export function readStatementSheets(db: Kysely<DB>, period: FinancePeriod): Promise<XlsxSheet[]> {
  return inSnapshot(db, async (trx) => statementSheets(trx, period, await readFinance(trx, period)));
}

async function statementSheets(
  db: Kysely<DB>,
  period: FinancePeriod,
  report: FinanceReport,
): Promise<XlsxSheet[]> {
  const entries = await selectAllEntries(db, period, MAX_ENTRIES + 1);
  const money = (centavos: number): XlsxCell => ({ centavos });
  const figuresOf = (figures: FinanceReport['total']) => FIGURES.map((figure) => money(figures[figure]));
  const heads = FIGURES.map((figure) => figureLabels[figure]);
  return [
    {
      name: 'Resumo',
      head: ['Valor', writePeriod(period), writePeriod(periodBefore(period))],
      rows: [
        ...FIGURES.map((figure) => [
          figureLabels[figure],
          money(report.total[figure]),
          money(report.before[figure]),
        ]),
        ...(report.recordedLater ? [[describeRecordedLater(report.recordedLater)]] : []),
      ],
    },
    {
      name: 'Por dia',
      head: ['Dia', ...heads],
      rows: [
        ...report.days.map((day) => [writeDay(day.day), ...figuresOf(day)]),
        ['Total', ...figuresOf(report.total)],
      ],
    },
    {
      name: 'Por rifa',
      head: ['Rifa', ...heads],
      rows: [
        ...report.rifas.map((rifa) => [rifa.title, ...figuresOf(rifa)]),
        ['Sem rifa', ...figuresOf(report.ofNoRifa)],
        ['Total', ...figuresOf(report.total)],
      ],
    },
    {
      name: 'Lançamentos',
      head: ['Quando', 'Transação', 'Conta', 'Rifa', 'Débito', 'Crédito', 'Registrado em'],
      rows: [
        ...entries
          .slice(0, MAX_ENTRIES)
          .map(({ at, recordedAt, key, account, title, centavos }) => [
            at,
            key,
            account,
            title ?? '',
            money(Math.max(0, centavos)),
            money(Math.max(0, -centavos)),
            recordedAt ?? '',
          ]),
        ...(entries.length > MAX_ENTRIES
          ? [['Só os primeiros 100.000 lançamentos. Peça um período menor.']]
          : []),
      ],
    },
  ];
}
