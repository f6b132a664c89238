/** The one way out for mails: asks the recipient's preferences, names the shop, and gives every advertisement its way to be the last. */
import { AddressRefused } from '../../platform/messages/address-refused.ts';
import { readSite } from '../../admin/settings/read-site.ts';
import { type Mail, type Mailer, SHOP } from '../../platform/messages/mail.ts';
import { escapeHtml } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';
import { canSendMail } from './can-send-mail.ts';
import { forgetBounce, noteBounce } from './note-bounce.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

type Leaning = Pick<Platform, 'config' | 'db' | 'clock' | 'random' | 'log'>;

export function mailerWithPreferences(platform: Leaning, transport: Mailer): Mailer {
  return {
    async send(mail) {
      const { kind, to } = mail;
      if (!(await canSendMail(platform.db, platform, { email: to }, kind))) {
        platform.log.debug({ kind }, 'mail not wanted');
        return;
      }
      const isOffer = kind !== 'essential' && kind !== 'transactional';
      try {
        const named = withShopName(mail, (await readSite(platform)).name);
        await transport.send(isOffer ? await withUnsubscribing(platform, named) : named);
      } catch (error) {
        if (error instanceof AddressRefused) {
          const bounce = { email: to, answer: error.message, reported: false };
          await platform.db.transaction().execute((trx) => noteBounce(trx, platform, bounce));
        }
        throw error;
      }
      if (kind === 'essential') await forgetBounce(platform.db, to, 'taken');
    },
  };
}

function withShopName(mail: Mail, name: string): Mail {
  return {
    ...mail,
    subject: mail.subject.replaceAll(SHOP, () => name),
    text: mail.text.replaceAll(SHOP, () => name),
    html: mail.html.replaceAll(SHOP, () => escapeHtml(name)),
  };
}

/** RFC 8058: mail programs end the subscription with one POST, without a page in between. */
async function withUnsubscribing({ config, db }: Leaning, mail: Mail): Promise<Mail> {
  const link = await unsubscribeLink(db, config.publicUrl, {
    email: mail.to,
    scope: 'offers',
    messageId: mail.messageId,
  });
  const choices = `${config.publicUrl}/email-preferences`;
  const text = `Não quer mais receber estes e-mails? Cancele aqui: ${link}\nOu escolha o que receber: ${choices}`;
  const html = `<p class="outside">Não quer mais receber estes e-mails? <a href="${link}">Cancelar inscrição</a> ou <a href="${choices}">escolher o que receber</a>.</p>`;
  const end = mail.html.lastIndexOf('</body>');
  return {
    ...mail,
    text: `${mail.text}\n\n--\n${text}`,
    html: end === -1 ? mail.html + html : mail.html.slice(0, end) + html + mail.html.slice(end),
    headers: {
      ...mail.headers,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
