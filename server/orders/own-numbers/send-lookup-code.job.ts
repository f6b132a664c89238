/**
 * Sends a code for 'Meus números' through the outbox if a buyer has the contact. The code is neither stored in plain
 * text nor part of the job. Anyone can ask for any contact, so one message serves all look-ups of `SHARED_MINUTES`,
 * texts have a budget apart from the one of second factors, and go only to phones that their owner has verified.
 */
import { readSite } from '../../settings/read-site.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { type SmsSender, smsSenderOf } from '../../accounts/factors/sms.ts';
import { findPeopleByContact, isVerifiedPhone } from '../../accounts/find-people-by-contact.ts';
import type { Contact } from '@mare/domain/accounts/contact.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import { type Limit, spend } from '../../platform/database/rate-limits.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { queueMessages } from '../../mail/outbox/queue-message.ts';
import type { Mail } from '../../platform/messages/mail.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { contactHash, lookupCodeHash, type LookupCodeJob } from './lookup-code.ts';

/** A later look-up gets a new message, so that every code is valid for a minimum time. */
const SHARED_MINUTES = 5;
const DAY_SECONDS = 24 * 3600;
const SMS_OF_PHONE: Limit = { name: 'lookup-sms-phone', hits: 5, seconds: DAY_SECONDS };
/** An e-mail address that its owner never confirmed may be a stranger's. */
const MAILS_TO_UNCONFIRMED: Limit = { name: 'lookup-mail-unconfirmed', hits: 10, seconds: DAY_SECONDS };

interface Sms {
  sender: SmsSender;
  /** Daily SMS budget over all look-ups. */
  aDay: number;
}

function smsOf(platform: Platform): Sms | null {
  const settings = readAuthSettings(process.env, platform.config);
  const sender = smsSenderOf(settings, platform);
  return sender && { sender, aDay: settings.lookupSmsPerDay };
}

/** @param platform.sms null: codes for phones are mailed to the account, as when a budget is used up */
export const sendLookupCodeJob = defineJob('send-lookup-code', {}, sendCode);

async function sendCode(
  platform: Platform & { sms?: Sms | null },
  { lookupId, contact }: LookupCodeJob,
): Promise<void> {
  const { db, clock, config, sms = smsOf(platform) } = platform;
  const found = await findPeopleByContact(db, contact);
  if (found.length === 0 || (await shareCode(platform, lookupId, contact))) return;
  const bySms =
    contact.kind === 'phone' &&
    sms !== null &&
    (await isVerifiedPhone(db, contact.phone)) &&
    (await spendSms(platform, contact.phone, sms.aDay));
  // The code proves ownership of the contact it was sent to. If no text message can be sent, a code for a phone goes
  // to the mailbox of one account.
  const people = bySms || contact.kind === 'email' ? found : found.slice(0, 1);
  const [{ email, isConfirmed }] = people as [(typeof people)[number]];
  if (!bySms && (!email || !(isConfirmed || (await spendMail(platform, email))))) return;
  const code = drawCode(platform);
  const { name } = await readSite(platform);
  const now = clock.now();
  await db.transaction().execute(async (trx) => {
    const waiting = await trx
      .updateTable('numberLookups')
      .set({
        codeHash: lookupCodeHash(lookupId, code),
        userIds: people.map(({ id }) => id),
        codeSentAt: now,
      })
      .where('id', '=', lookupId)
      .where('tokenHash', 'is', null)
      .executeTakeFirst();
    if (waiting.numUpdatedRows === 0n) return;
    await queueMessages(trx, platform, [
      {
        key: `lookup:${lookupId}:${platform.random.uuid()}`,
        topic: 'access',
        expiresAt: new Date(now.getTime() + SENT_CODE_MINUTES * 60_000),
        content: bySms
          ? {
              channel: 'sms',
              to: `55${contact.phone}`,
              text: `${name}: o código para ver os seus números é ${code}. Não o informe a ninguém.`,
            }
          : { channel: 'mail', mail: composeCodeMail(email!, code, `${config.publicUrl}/meus-numeros`) },
      },
    ]);
  });
}

/**
 * Attaches a code that was just sent to the contact to this lookup.
 * @returns false if there is none
 */
async function shareCode({ db, clock }: Platform, lookupId: string, contact: Contact): Promise<boolean> {
  const shared = await db
    .updateTable('numberLookups as asked')
    .from('numberLookups as sent')
    .set((eb) => ({
      codeOf: eb.ref('sent.id'),
      codeHash: eb.ref('sent.codeHash'),
      userIds: eb.ref('sent.userIds'),
      expiresAt: eb.ref('sent.expiresAt'),
    }))
    .where('asked.id', '=', lookupId)
    .where('asked.tokenHash', 'is', null)
    .whereRef('sent.id', '!=', 'asked.id')
    .where('sent.contactHash', '=', contactHash(contact))
    .where('sent.codeOf', 'is', null)
    .where('sent.codeHash', 'is not', null)
    .where('sent.codeSentAt', '>', new Date(clock.now().getTime() - SHARED_MINUTES * 60_000))
    .executeTakeFirst();
  return shared.numUpdatedRows > 0n;
}

/** @returns whether the budgets of lookups allow a text message to the phone */
async function spendSms({ db, clock }: Platform, phone: string, aDay: number): Promise<boolean> {
  const all: Limit = { name: 'lookup-sms-all', hits: aDay, seconds: DAY_SECONDS };
  return (
    (await spend(db, clock, SMS_OF_PHONE, phone)) === null && (await spend(db, clock, all, 'all')) === null
  );
}

async function spendMail({ db, clock }: Platform, email: string): Promise<boolean> {
  return (await spend(db, clock, MAILS_TO_UNCONFIRMED, email)) === null;
}

function composeCodeMail(to: string, code: string, url: string): Mail {
  return composeMail(
    { to, kind: 'essential', subject: `${code} é o seu código` },
    {
      heading: 'Seu código para ver os seus números',
      paragraphs: [`Digite ${code} na página Meus números. O código vale por ${SENT_CODE_MINUTES} minutos.`],
      facts: [],
      lists: [],
      button: { label: 'Abrir Meus números', url },
      closing: 'Não foi você que pediu? Ignore esta mensagem e não informe o código a ninguém.',
    },
  );
}
