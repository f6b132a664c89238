/**
 * Sends a code for 'Meus números' if a buyer has the contact. The code is neither stored in plain text nor part of the
 * job.
 */
import { readSite } from '../../settings/read-site.ts';
import { readAuthSettings } from '../../accounts/auth-settings.ts';
import { type SmsSender, smsSenderOf } from '../../accounts/factors/sms.ts';
import { spendSms } from '../../accounts/factors/sms-budget.ts';
import { findPeopleByContact } from '../../accounts/find-people-by-contact.ts';
import { drawCode } from '../../platform/draw-code.ts';
import { defineJob } from '../../platform/jobs.ts';
import { composeMail, type MailParts } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { CODE_MINUTES, lookupCodeHash, type LookupCodeJob } from './lookup-code.ts';

interface Sms {
  sender: SmsSender;
  /** Daily SMS budget over all requests. */
  aDay: number;
}

function smsOf(platform: Platform): Sms | null {
  const settings = readAuthSettings(process.env, platform.config);
  const sender = smsSenderOf(settings, platform);
  return sender && { sender, aDay: settings.smsPerDay };
}

/** @param platform.sms null: codes for phones are mailed to the account, as when the daily budget is used up */
export const sendLookupCodeJob = defineJob('send-lookup-code', {}, sendCode);

async function sendCode(
  platform: Platform & { sms?: Sms | null },
  { lookupId, contact }: LookupCodeJob,
): Promise<void> {
  const { db, clock, mailer, config, sms = smsOf(platform) } = platform;
  const found = await findPeopleByContact(db, contact);
  const bySms =
    contact.kind === 'phone' &&
    found.length > 0 &&
    sms !== null &&
    (await spendSms(db, clock, { smsPerDay: sms.aDay })) === null;
  // A mailbox belongs to one person; a phone may belong to several.
  const people = bySms ? found : found.slice(0, 1);
  if (people.length === 0) return;
  const code = drawCode(platform);
  const waiting = await db
    .updateTable('numberLookups')
    .set({ codeHash: lookupCodeHash(lookupId, code), userIds: people.map(({ id }) => id) })
    .where('id', '=', lookupId)
    .where('tokenHash', 'is', null)
    .executeTakeFirst();
  if (waiting.numUpdatedRows === 0n) return;
  if (bySms)
    await sms.sender.send(
      `55${contact.phone}`,
      `${(await readSite(platform)).name}: o código para ver os seus números é ${code}. Não o informe a ninguém.`,
    );
  else if (people[0]!.email) {
    const parts = codeMail(code, `${config.publicUrl}/meus-numeros`);
    const subject = `${code} é o seu código`;
    await mailer.send(composeMail({ to: people[0]!.email, kind: 'essential', subject }, parts));
  }
}

function codeMail(code: string, url: string): MailParts {
  return {
    heading: 'Seu código para ver os seus números',
    paragraphs: [`Digite ${code} na página Meus números. O código vale por ${CODE_MINUTES} minutos.`],
    facts: [],
    lists: [],
    button: { label: 'Abrir Meus números', url },
    closing: 'Não foi você que pediu? Ignore esta mensagem e não informe o código a ninguém.',
  };
}
