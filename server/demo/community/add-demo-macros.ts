import type { DB } from '@mare/database/schema.ts';
import { demoMacros } from '@mare/database/seed/demo-macros.ts';
import { demoLogin } from '@mare/database/seed/demo-people.ts';
import type { Transaction } from 'kysely';
import { demoRandom } from '../demo-random.ts';

/** Quick replies and macros of the desk. */
export async function addDemoMacros(trx: Transaction<DB>, now: Date): Promise<void> {
  const random = demoRandom('macros');
  const by = demoLogin('suporte@exemplo.com.br').id;
  await trx
    .insertInto('supportQuickReplies')
    .values(
      demoMacros.map(({ acts, ...macro }) => ({
        id: random.uuid(),
        ...macro,
        acts: JSON.stringify(acts),
        updatedBy: by,
        updatedAt: now,
      })),
    )
    .execute();
}
