/** Consent to WhatsApp messages: given by confirming a phone with a code, withdrawn at any time. */
import { timingSafeEqual } from 'node:crypto';
import type { WhatsAppSubscription } from '@mare/contract/notifications/whatsapp.ts';
import { type Limit, spend } from '../../platform/database/rate-limits.ts';
import { readContact } from '@mare/domain/accounts/contact.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { whatsAppSenderOf } from '../../platform/messages/whatsapp.ts';
import { type QueueDeps, queueMessages } from '../../mail/outbox/queue-message.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { recordActivity } from '../../activity-log/record-activity.ts';
import { whatsAppCodeHash } from './whatsapp-code.ts';

const BRAZIL = '55';
const CODE_TRIES = 5;
const CODES_OF_PERSON: Limit = { name: 'whatsapp-person', hits: 5, seconds: 3600 };
const CODES_OF_PHONE: Limit = { name: 'whatsapp-phone', hits: 5, seconds: 3600 };

interface Caller {
  userId: string;
  ipAddress: string | null;
}

export async function readWhatsApp(
  { db, config, random }: Pick<Platform, 'db' | 'config' | 'random'>,
  userId: string,
): Promise<WhatsAppSubscription> {
  if (!whatsAppSenderOf(config, random)) return { state: 'unavailable', phoneEnd: null };
  const contact = await db
    .selectFrom('whatsappContacts')
    .select(['phone', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (!contact) return { state: 'off', phoneEnd: null };
  return { state: contact.confirmedAt ? 'on' : 'confirming', phoneEnd: contact.phone.slice(-4) };
}

/** Whether the account has ever confirmed a number, also if its messages are off since. */
export async function hasConfirmedWhatsApp(db: Platform['db'], userId: string): Promise<boolean> {
  const confirmation = await db
    .selectFrom('whatsappConfirmations')
    .select('userId')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return confirmation !== undefined;
}

interface TooMany {
  ok: false;
  code: 'TOO_MANY_REQUESTS';
  retryAfterSeconds: number;
}

export type StartWhatsAppOutcome = { ok: true } | { ok: false; code: 'INVALID_MOBILE_PHONE' } | TooMany;

type CodeDeps = QueueDeps & Pick<Platform, 'db'>;

/** Sends a code to the phone. Until it is confirmed nothing else is sent, nor to a former phone. */
export async function startWhatsApp(
  platform: CodeDeps,
  { userId }: Caller,
  { phone: typed, textVersion }: { phone: string; textVersion: number },
): Promise<StartWhatsAppOutcome> {
  const contact = readContact(typed);
  if (contact?.kind !== 'phone') return { ok: false, code: 'INVALID_MOBILE_PHONE' };
  const phone = BRAZIL + contact.phone;
  const tooMany = await limitCodes(platform, userId, phone);
  if (tooMany) return tooMany;
  const { code, columns } = createCode(platform, userId);
  const begun = { ...columns, phone, confirmedAt: null, textVersion };
  await platform.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('whatsappContacts')
      .values({ userId, ...begun })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet(begun))
      .execute();
    await queueCode(trx, platform, { userId, phone, code, expiresAt: columns.codeEndsAt });
  });
  return { ok: true };
}

/** Sends another code to the unconfirmed phone, if there is one. The former code becomes invalid. */
export async function resendWhatsAppCode(
  platform: CodeDeps,
  { userId }: Caller,
): Promise<{ ok: true } | TooMany> {
  const unconfirmed = await platform.db
    .selectFrom('whatsappContacts')
    .select('phone')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .executeTakeFirst();
  if (!unconfirmed) return { ok: true };
  const { phone } = unconfirmed;
  const tooMany = await limitCodes(platform, userId, phone);
  if (tooMany) return tooMany;
  const { code, columns } = createCode(platform, userId);
  await platform.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('whatsappContacts')
      .set(columns)
      .where('userId', '=', userId)
      .where('phone', '=', phone)
      .where('confirmedAt', 'is', null)
      .executeTakeFirstOrThrow();
    // Confirmed or replaced since it was read.
    if (numUpdatedRows === 0n) return;
    await queueCode(trx, platform, { userId, phone, code, expiresAt: columns.codeEndsAt });
  });
  return { ok: true };
}

async function limitCodes({ db, clock }: CodeDeps, userId: string, phone: string): Promise<TooMany | null> {
  const retryAfterSeconds =
    (await spend(db, clock, CODES_OF_PERSON, userId)) ?? (await spend(db, clock, CODES_OF_PHONE, phone));
  return retryAfterSeconds === null ? null : { ok: false, code: 'TOO_MANY_REQUESTS', retryAfterSeconds };
}

function createCode(platform: CodeDeps, userId: string) {
  const code = drawCode(platform);
  const codeEndsAt = new Date(platform.clock.now().getTime() + SENT_CODE_MINUTES * 60_000);
  return { code, columns: { codeHash: whatsAppCodeHash(userId, code), codeEndsAt, tries: 0 } };
}

interface SentCode {
  userId: string;
  phone: string;
  code: string;
  expiresAt: Date;
}

async function queueCode(
  trx: Transaction<DB>,
  platform: CodeDeps,
  { userId, phone, code, expiresAt }: SentCode,
): Promise<void> {
  await queueMessages(trx, platform, [
    {
      key: `whatsapp-code:${platform.random.uuid()}`,
      topic: 'access',
      expiresAt,
      content: { channel: 'whatsapp', userId, phone, template: 'codigo', parameters: [code] },
    },
  ]);
}

/**
 * Five wrong codes invalidate it.
 * @param onConfirmed runs in the transaction, with the phone
 */
export function confirmWhatsApp(
  platform: Pick<Platform, 'db' | 'clock'>,
  { userId, ipAddress }: Caller,
  code: string,
  onConfirmed: (trx: Transaction<DB>, phone: string) => Promise<void>,
): Promise<{ ok: true } | { ok: false; code: 'CODE_INVALID' }> {
  const now = platform.clock.now();
  return platform.db.transaction().execute(async (trx) => {
    // Counts the attempt before checking the code, so that concurrent attempts cannot share one count.
    const tried = await trx
      .updateTable('whatsappContacts')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('userId', '=', userId)
      .where('confirmedAt', 'is', null)
      .where('codeEndsAt', '>', now)
      .where('tries', '<', CODE_TRIES)
      .returning(['codeHash', 'textVersion', 'phone'])
      .executeTakeFirst();
    if (!tried?.codeHash || !timingSafeEqual(tried.codeHash, whatsAppCodeHash(userId, code)))
      return { ok: false, code: 'CODE_INVALID' };
    await trx
      .updateTable('whatsappContacts')
      .set({ confirmedAt: now, codeHash: null })
      .where('userId', '=', userId)
      .execute();
    await trx
      .insertInto('whatsappConfirmations')
      .values({ userId, confirmedAt: now })
      .onConflict((conflict) => conflict.column('userId').doUpdateSet({ confirmedAt: now }))
      .execute();
    await onConfirmed(trx, tried.phone);
    await recordActivity(trx, platform, {
      userId,
      action: 'allow-whatsapp',
      entityType: 'profile',
      entityId: userId,
      description: 'Ligou os avisos por WhatsApp.',
      details: { textVersion: tried.textVersion },
      ipAddress,
    });
    return { ok: true };
  });
}

/** Deletes the phone too. */
export async function stopWhatsApp(
  platform: Pick<Platform, 'db' | 'clock'>,
  { userId, ipAddress }: Caller,
): Promise<void> {
  await platform.db.transaction().execute(async (trx) => {
    const ended = await trx
      .deleteFrom('whatsappContacts')
      .where('userId', '=', userId)
      .returning('confirmedAt')
      .executeTakeFirst();
    if (!ended?.confirmedAt) return;
    await recordActivity(trx, platform, {
      userId,
      action: 'stop-whatsapp',
      entityType: 'profile',
      entityId: userId,
      description: 'Desligou os avisos por WhatsApp.',
      details: {},
      ipAddress,
    });
  });
}
