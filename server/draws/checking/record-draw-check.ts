import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Reason } from '@mare/domain/transparency/verify/verdict/findings.ts';
import { notifyAdmins } from '../../notifications/notify-admins.ts';
import type { Platform } from '../../platform/platform.ts';
import { resultConfirmed } from '../draw-events.ts';

/**
 * Records the outcome of a rifa's verification. Notifies the admins of a new failure, and enqueues the draw once a
 * failure is fixed.
 * @param reasons empty when the verification passes
 */
export async function recordDrawCheck(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs' | 'log'>,
  rifa: { id: string; title: string },
  reasons: readonly Reason[],
): Promise<void> {
  const now = platform.clock.now();
  const known = await trx
    .selectFrom('drawChecks')
    .select('failingSince')
    .where('rifaId', '=', rifa.id)
    .forUpdate()
    .executeTakeFirst();
  const since = known?.failingSince ?? null;
  const failingSince = reasons.length > 0 ? (since ?? now) : null;
  const found = { checkedAt: now, reasons: [...reasons], failingSince };
  await trx
    .insertInto('drawChecks')
    .values({ rifaId: rifa.id, ...found })
    .onConflict((conflict) => conflict.column('rifaId').doUpdateSet(found))
    .execute();
  if (since && !failingSince) await platform.jobs.enqueue(trx, resultConfirmed, { rifaId: rifa.id });
  if (since || !failingSince) return;
  platform.log.error({ rifa: rifa.id, reasons }, 'verification of a rifa failed');
  await notifyAdmins(trx, platform, {
    type: 'error',
    title: 'Um sorteio não confere',
    message: `O que as páginas de “${rifa.title}” mostram, a lista, o lacre ou o resultado não é mais o que foi registrado: alguém mudou o banco, ou um disco falhou. A página pública já diz isso. Se ainda não foi sorteada, ela espera até a lista lacrada voltar.`,
    data: { href: `/resultado/${rifa.id}`, rifaId: rifa.id },
    deduplicationKey: `draw-check:${rifa.id}:${now.toISOString()}`,
  });
}
