/** Writes approved payouts to a file for the bank. A payout is in one file, unless an admin asks for it again. */
import { sql } from 'kysely';
import type { BeneficiaryKind } from '@mare/contract/affiliates/payouts.ts';
import { countPayouts } from '@mare/domain/affiliates/payout.ts';
import { dateInMaceio } from '@mare/domain/time/maceio-time.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import type { Platform } from '../../platform/platform.ts';
import { payoutsCsv } from './payouts-csv.ts';
import { findApprovedPayouts } from './payouts.queries.ts';

/** More than one month of payouts; the next file has the rest. */
const MAX_EXPORTED = 5_000;

const KIND_NAMES: Record<BeneficiaryKind, string> = { affiliate: 'afiliados', partner: 'parceiros' };

export interface PayoutExport {
  kind: BeneficiaryKind;
  /** True: also those of an earlier file. */
  again: boolean;
  /** Id of the admin. */
  userId: string;
  ipAddress: string | null;
}

export async function exportPayouts(
  platform: Pick<Platform, 'db' | 'clock' | 'random'>,
  { kind, again, ...admin }: PayoutExport,
): Promise<{ fileName: string; csv: string; exported: number; leftOut: number }> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    const approved = await findApprovedPayouts(trx, kind, now);
    const exported = approved.filter(({ exportedAt }) => again || exportedAt === null).slice(0, MAX_EXPORTED);
    // A concurrent export or decision may have come first.
    const claimed = await trx
      .updateTable('payouts')
      .set({ exportedAt: now })
      .where(sql<boolean>`id = any (${exported.map(({ id }) => id)}::uuid[])`)
      .where('status', '=', 'approved')
      .$if(!again, (query) => query.where('exportedAt', 'is', null))
      .returning('id')
      .execute();
    const ids = new Set(claimed.map(({ id }) => id));
    const payouts = exported.filter(({ id }) => ids.has(id));
    const name = KIND_NAMES[kind];
    if (payouts.length > 0)
      await recordActivity(trx, platform, {
        ...admin,
        action: 'export-list',
        entityType: 'export',
        entityId: 'repasses',
        description: `Exportou ${countPayouts(payouts.length)} de ${name}${again ? ', com os de um arquivo anterior' : ''}.`,
      });
    return {
      fileName: `repasses-${name}-${dateInMaceio(now)}.csv`,
      csv: payoutsCsv(payouts),
      exported: payouts.length,
      leftOut: approved.length - payouts.length,
    };
  });
}
