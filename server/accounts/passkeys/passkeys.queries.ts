import type { Selectable } from 'kysely';
import type { AuthPasskeys } from '@mare/database/schema.ts';
import type { Executor } from '../auth.ts';

export type Passkey = Selectable<AuthPasskeys>;

/** Oldest first. */
export function passkeysOf(db: Executor, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** As the auth client shows it. */
export function viewPasskey({ id, name, createdAt, lastUsedAt }: Passkey): Record<string, unknown> {
  return {
    id,
    friendly_name: name,
    created_at: createdAt,
    ...(lastUsedAt && { last_used_at: lastUsedAt }),
  };
}
