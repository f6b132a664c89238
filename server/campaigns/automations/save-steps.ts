import type { Transaction } from 'kysely';
import type { EditedAutomation, ManagedAutomation } from '@mare/contract/campaigns/automations-admin.ts';
import type { DB } from '@mare/database/schema.ts';
import type { Automation } from '@mare/domain/campaigns/automations.ts';
import type { Platform } from '../../platform/platform.ts';
import { continueRuns } from './continue-runs.ts';

interface Change {
  before: ManagedAutomation['steps'];
  /** In their new order; the known ones have ids. */
  steps: EditedAutomation['steps'];
}

/** Mails that wait for a removed step are skipped at once, and the next step of their run is queued instead. */
export async function saveSteps(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random'>,
  automation: Automation,
  { before, steps }: Change,
): Promise<void> {
  const removed = before.map(({ id }) => id).filter((id) => steps.every((step) => step.id !== id));
  if (removed.length > 0)
    await trx
      .updateTable('emailAutomationSteps')
      .set({ position: null })
      .where('id', 'in', removed)
      .execute();
  for (const [at, { id, ...step }] of steps.entries()) {
    const row = { ...step, position: at + 1 };
    if (id === null)
      await trx
        .insertInto('emailAutomationSteps')
        .values({ ...row, id: platform.random.uuid(), automation })
        .execute();
    else await trx.updateTable('emailAutomationSteps').set(row).where('id', '=', id).execute();
  }
  if (removed.length === 0) return;
  const skipped = await trx
    .updateTable('emailMessages')
    .set({ state: 'skipped' })
    .where('stepId', 'in', removed)
    .where('state', '=', 'waiting')
    .returning('id')
    .execute();
  await continueRuns(
    trx,
    platform,
    skipped.map(({ id }) => id),
  );
}
