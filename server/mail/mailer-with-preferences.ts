/**
 * Wraps a mail transport: applies the recipient's preferences, inserts the shop's name and legal identity, and adds an
 * unsubscribe link to promotional mail.
 */
import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { RecipientRejectedError } from '../platform/messages/rejected-recipient.ts';
import type { StoredLogos } from '@mare/contract/site.ts';
import { logoPath } from '@mare/domain/admin/logo-path.ts';
import { readSite } from '../settings/read-site.ts';
import { readShopIdentity } from '../settings/read-shop-identity.ts';
import { LOGO, type Mail, type Mailer, SHOP } from '../platform/messages/mail.ts';
import { escapeHtml } from '../platform/messages/mail-page.ts';
import type { Platform } from '../platform/platform.ts';
import { canSendMail, type HasSpendingBlock } from './can-send-mail.ts';
import { clearBounce, recordBounce } from './bounces.ts';
import { unsubscribeLink } from './unsubscribe-link.ts';

/** In pixels. */
const LOGO_HEIGHT = 44;

type Deps = Pick<Platform, 'config' | 'db' | 'caches' | 'clock' | 'random' | 'log'>;

/** Dependencies on features that import this one. */
export interface MailerHooks {
  hasSpendingBlock: HasSpendingBlock;
  /** Called in the transaction that records the first bounce of an e-mail address. */
  onBounce: (
    trx: Transaction<DB>,
    platform: Deps,
    bounce: { email: string; answer: string },
  ) => Promise<void>;
}

export function mailerWithPreferences(
  platform: Deps,
  transport: Mailer,
  { hasSpendingBlock, onBounce }: MailerHooks,
): Mailer {
  return {
    async send(mail) {
      const { kind, to } = mail;
      if (!(await canSendMail(platform.db, platform, { email: to }, kind, hasSpendingBlock))) {
        platform.log.debug({ kind }, 'mail skipped by preferences');
        return 'skipped';
      }
      const isOffer = kind !== 'essential' && kind !== 'requested' && kind !== 'transactional';
      try {
        const [{ name, lines }, { logo }] = await Promise.all([
          readShopIdentity(platform),
          readSite(platform),
        ]);
        const picture = logoHtml(logo, name, platform.config.publicUrl);
        const named = withIdentity(withShopName(withLogo(mail, picture), name), lines);
        await transport.send(isOffer ? await withUnsubscribing(platform, named) : named);
      } catch (error) {
        if (error instanceof RecipientRejectedError) {
          const bounce = { email: to, answer: error.message, reported: false };
          await platform.db.transaction().execute(async (trx) => {
            if (await recordBounce(trx, platform, bounce)) await onBounce(trx, platform, bounce);
          });
        }
        throw error;
      }
      if (kind === 'essential') await clearBounce(platform.db, to, 'accepted');
    },
  };
}

const ICON_SIDE = 36;
// Inline styles: some mail clients and the panel's preview drop style sheets.
const BRAND = 'margin:0 0 16px;color:#0b6b75;font-size:18px;font-weight:700';
const ICON = 'margin-right:8px;border-radius:8px;vertical-align:middle';

/** The default logo with the shop's name while the shop has no logo. The text is shown where images are not loaded. */
export function logoHtml({ wide, mark }: StoredLogos, name: string, publicUrl: string): string {
  const logo = wide ?? mark;
  if (!logo)
    return `<p class="brand" style="${BRAND}"><img src="${escapeHtml(publicUrl)}/icons/icon-192.png" alt="" width="${ICON_SIDE}" height="${ICON_SIDE}" style="${ICON}">${escapeHtml(name)}</p>`;
  const height = Math.min(LOGO_HEIGHT, logo.height);
  const width = Math.round((logo.width / logo.height) * height);
  return `<img class="logo" src="${escapeHtml(publicUrl + logoPath(logo.id))}" alt="${escapeHtml(name)}" width="${width}" height="${height}">`;
}

function withLogo(mail: Mail, logo: string): Mail {
  return { ...mail, html: mail.html.replace(LOGO, () => logo) };
}

function withShopName(mail: Mail, name: string): Mail {
  return {
    ...mail,
    subject: mail.subject.replaceAll(SHOP, () => name),
    text: mail.text.replaceAll(SHOP, () => name),
    html: mail.html.replaceAll(SHOP, () => escapeHtml(name)),
  };
}

function withIdentity(mail: Mail, lines: string[]): Mail {
  if (lines.length === 0) return mail;
  return withFoot(mail, { text: lines.join('\n'), html: lines.map(escapeHtml).join('<br>') });
}

/** Adds a paragraph below the mail. */
function withFoot(mail: Mail, { text, html }: Pick<Mail, 'text' | 'html'>): Mail {
  const end = mail.html.lastIndexOf('</body>');
  const foot = `<footer class="outside">${html}</footer>`;
  return {
    ...mail,
    text: `${mail.text}\n\n--\n${text}`,
    html: end === -1 ? mail.html + foot : mail.html.slice(0, end) + foot + mail.html.slice(end),
  };
}

/** One-click unsubscribe of RFC 8058. */
async function withUnsubscribing({ config, db }: Deps, mail: Mail): Promise<Mail> {
  const link = await unsubscribeLink(db, config.publicUrl, {
    email: mail.to,
    scope: 'offers',
    messageId: mail.messageId,
  });
  const choices = `${config.publicUrl}/email-preferences`;
  const text = `Não quer mais receber estes e-mails? Cancele aqui: ${link}\nOu escolha o que receber: ${choices}`;
  const html = `Não quer mais receber estes e-mails? <a href="${link}">Cancelar inscrição</a> ou <a href="${choices}">escolher o que receber</a>.`;
  return {
    ...withFoot(mail, { text, html }),
    headers: {
      ...mail.headers,
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
