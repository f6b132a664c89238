import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { recordActivity } from '../../notifications/record-activity.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { findReaderByEmail, hashOfEmail } from './preferences.queries.ts';

type Needs = Pick<Platform, 'clock' | 'random'>;

interface Bounce {
  email: string;
  /** What the mail server said. */
  answer: string;
  /** By the provider, after it had taken the mail. */
  reported: boolean;
}

/** From now on only what cannot be left out is tried there. Tells its owner on the site, as no mail would. */
export async function noteBounce(
  trx: Transaction<DB>,
  platform: Needs,
  { email, answer, reported }: Bounce,
): Promise<void> {
  const now = platform.clock.now();
  const noted = await trx
    .insertInto('mailBounces')
    .values({ emailHash: hashOfEmail(email), answer: answer.slice(0, 300), createdAt: now, reported })
    .onConflict((conflict) =>
      conflict
        .column('emailHash')
        .doUpdateSet({ reported: sql<boolean>`mail_bounces.reported or excluded.reported` }),
    )
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  const reader = noted.isNew ? await findReaderByEmail(trx, email) : undefined;
  if (!reader) return;
  const { userId } = reader;
  await recordActivity(trx, platform, {
    userId,
    action: 'mail-bounced',
    entityType: 'user',
    entityId: userId,
    description: 'Um e-mail voltou: o endereço da conta não recebe mensagens.',
    details: { answer },
  });
  await sendNotification(trx, platform, {
    userId,
    type: 'warning',
    title: 'Seu e-mail não está recebendo',
    message: 'Uma mensagem nossa voltou. Confira o endereço da sua conta para não perder avisos de sorteio.',
    data: { href: '/minha-conta/seguranca' },
    occasion: `mail-bounced:${userId}:${now.toISOString()}`,
  });
}

/**
 * The address lives again. A provider that has reported a bounce takes the next mail all the same: such an address is
 * forgiven only once its owner has used what a mail brought.
 */
export async function forgetBounce(
  db: Kysely<DB> | Transaction<DB>,
  email: string,
  proof: 'taken' | 'read',
): Promise<void> {
  await db
    .deleteFrom('mailBounces')
    .where('emailHash', '=', hashOfEmail(email))
    .$if(proof === 'taken', (query) => query.where('reported', '=', false))
    .execute();
}

export async function hasBounced(db: Kysely<DB> | Transaction<DB>, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('mailBounces')
    .select('createdAt')
    .where('emailHash', '=', hashOfEmail(email))
    .executeTakeFirst();
  return row !== undefined;
}
