import { type Kysely, sql } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import type { Platform } from '../platform/platform.ts';
import { hashOfEmail } from './preferences.ts';

interface Bounce {
  email: string;
  /** Response of the mail server. */
  answer: string;
  /** Reported by the provider after it had accepted the mail. */
  reported: boolean;
}

/**
 * Marks the e-mail address as bounced: it then receives essential mail only.
 * @returns whether this is its first bounce
 */
export async function recordBounce(
  db: Kysely<DB>,
  { clock }: Pick<Platform, 'clock'>,
  { email, answer, reported }: Bounce,
): Promise<boolean> {
  const { isNew } = await db
    .insertInto('mailBounces')
    .values({
      emailHash: hashOfEmail(email),
      answer: answer.slice(0, 300),
      createdAt: clock.now(),
      reported,
    })
    .onConflict((conflict) =>
      conflict
        .column('emailHash')
        .doUpdateSet({ reported: sql<boolean>`mail_bounces.reported or excluded.reported` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  return isNew;
}

/**
 * Clears a bounce after a successful delivery. A provider that reported a bounce still accepts the next mail, so a
 * reported bounce is cleared only when the owner uses a link or code from a mail (`read`).
 */
export async function clearBounce(db: Kysely<DB>, email: string, proof: 'accepted' | 'read'): Promise<void> {
  await db
    .deleteFrom('mailBounces')
    .where('emailHash', '=', hashOfEmail(email))
    .$if(proof === 'accepted', (query) => query.where('reported', '=', false))
    .execute();
}
