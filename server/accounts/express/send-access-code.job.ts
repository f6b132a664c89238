/** Sends the code of an access request if an account is reachable by its contact. The code is not part of the job. */
import type { Contact } from '@mare/domain/accounts/contact.ts';
import { SENT_CODE_MINUTES } from '@mare/domain/accounts/security/sent-code-minutes.ts';
import type { NewMessage } from '../../mail/outbox/message.ts';
import { queueMessages } from '../../mail/outbox/queue-message.ts';
import { type Limit, spend } from '../../platform/database/rate-limits.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { drawCode } from '../../platform/documents/draw-code.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import { readSite } from '../../settings/read-site.ts';
import type { Auth, Executor } from '../auth.ts';
import { CODES_OF_PHONE, limitOfAllCodes } from '../phones/send-phone-code.ts';
import { accessCodeHash, type AccessCodeRequest } from './access-code.ts';
import { BRAZIL, findReachable } from './express.queries.ts';

const DAY_SECONDS = 24 * 3600;
/** An e-mail address that was never confirmed may be a stranger's. */
const MAILS_TO_UNCONFIRMED: Limit = { name: 'access-mail-unconfirmed', hits: 10, seconds: DAY_SECONDS };

export const sendAccessCodeJob = defineJob('send-access-code', {}, sendAccessCode);

async function sendAccessCode(auth: Auth, { accessId, contact, askedBy }: AccessCodeRequest): Promise<void> {
  const { name: shop } = await readSite(auth);
  await inTransaction(auth.db, async (trx) => {
    const reachable = await findReachable(trx, contact, askedBy);
    if (!reachable || !(await spendMessage(auth, trx, reachable.userId, reachable.to))) return;
    const { userId, to } = reachable;
    const code = drawCode(auth);
    const waiting = await trx
      .updateTable('accessCodes')
      .set({ userId, proves: to.kind, codeHash: accessCodeHash(auth, accessId, code) })
      .where('id', '=', accessId)
      .where('endsAt', '>', auth.clock.now())
      .returning('endsAt')
      .executeTakeFirst();
    if (!waiting) return;
    await queueMessages(trx, auth, [
      {
        key: `access-code:${accessId}:${auth.random.uuid()}`,
        topic: 'access',
        expiresAt: waiting.endsAt,
        content: composeCode(to, code, shop),
      },
    ]);
  });
}

/** Text messages cost money, and share the budget of phone confirmations. @returns whether one may be sent */
async function spendMessage(auth: Auth, trx: Executor, userId: string, to: Contact): Promise<boolean> {
  const { clock } = auth;
  if (to.kind === 'phone')
    return (
      auth.sms !== null &&
      (await spend(trx, clock, CODES_OF_PHONE, BRAZIL + to.phone)) === null &&
      (await spend(trx, clock, limitOfAllCodes(auth), 'all')) === null
    );
  const confirmed = await trx
    .selectFrom('auth.users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', to.email)
    .executeTakeFirst();
  return confirmed !== undefined || (await spend(trx, clock, MAILS_TO_UNCONFIRMED, to.email)) === null;
}

function composeCode(to: Contact, code: string, shop: string): NewMessage['content'] {
  if (to.kind === 'phone')
    return {
      channel: 'sms',
      to: BRAZIL + to.phone,
      text: `${shop}: ${code} é o seu código para entrar. Não o informe a ninguém.`,
    };
  const mail = composeMail(
    { to: to.email, kind: 'essential', subject: `${code} é o seu código para entrar` },
    {
      heading: 'Seu código para entrar',
      paragraphs: ['Digite este código na tela em que você está. Não é preciso ter senha.'],
      code,
      closing: `O código vale por ${SENT_CODE_MINUTES} minutos. Não o informe a ninguém, nem a quem disser que é da loja. Se não foi você que pediu, ignore esta mensagem.`,
    },
  );
  return { channel: 'mail', mail };
}
