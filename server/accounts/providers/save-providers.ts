import { identitiesOf, type Identity } from '../accounts.queries.ts';
import type { Executor } from '../auth.ts';

/** Updates the providers in `app_metadata`. */
export async function saveProviders(trx: Executor, userId: string): Promise<Identity[]> {
  const identities = await identitiesOf(trx, userId);
  const providers = [...new Set(identities.map((identity) => identity.provider))];
  await trx
    .updateTable('auth.users')
    .set({ appMetadata: JSON.stringify({ provider: providers[0], providers }) })
    .where('id', '=', userId)
    .execute();
  return identities;
}
