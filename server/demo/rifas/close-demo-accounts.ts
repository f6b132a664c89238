/** Exports the report of a demo draw and closes its books, once its prizes are delivered or have expired. */
import type { DemoDraw } from '@mare/database/seed/demo-winners.ts';
import { DEFAULT_CLAIM_DAYS } from '@mare/domain/draws/prizes/claim-deadline.ts';
import type { PanelUser } from '../../platform/http/api.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeBooks } from '../../rifas/ending/close-books.ts';
import { recordReportExport } from '../../rifas/promotion-report/record-report-export.ts';
import { type DemoStep, END_OF_DAY_MS } from './end-demo-prizes.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

export function closeDemoAccounts(draw: DemoDraw, drawDate: Date, by: PanelUser): DemoStep[] {
  if (draw.accounts === 'open') return [];
  const lastDay = drawDate.getTime() + DEFAULT_CLAIM_DAYS * DAY_MS;
  const report: DemoStep = {
    at: new Date(lastDay - HOUR_MS),
    run: (then) => exportReport(then, by, draw.rifaId),
  };
  if (draw.accounts === 'reported') return [report];
  const close = (then: Platform) => closeOrThrow(then, by, draw.rifaId);
  return [report, { at: new Date(lastDay + END_OF_DAY_MS + DAY_MS), run: close }];
}

async function exportReport(then: Platform, by: PanelUser, rifaId: string): Promise<void> {
  const rifa = await then.db
    .selectFrom('rifas')
    .select(['id', 'title'])
    .where('id', '=', rifaId)
    .executeTakeFirstOrThrow();
  await recordReportExport(then, by, rifa);
}

async function closeOrThrow(then: Platform, by: PanelUser, rifaId: string): Promise<void> {
  const closed = await closeBooks(then, by, rifaId);
  if (!closed.ok) throw new Error(`demo accounts: ${closed.code}`);
}
