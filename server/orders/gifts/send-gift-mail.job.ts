import type { JobDefinition } from '../../platform/jobs.ts';
import type { Platform } from '../../platform/platform.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { mailHtml, mailText } from '../mails/mail-page.ts';
import { findGift } from './gifts.queries.ts';

export const SEND_GIFT_MAIL = 'send-gift-mail';

export interface GiftMailJob {
  reference: string;
  email: string;
  /** First name and last initial. */
  giver: string;
}

/** Tells whoever is given a cota where to claim it, once however often the job runs. */
export function sendGiftMailJob(
  platform: Pick<Platform, 'config' | 'db' | 'mailer'>,
): JobDefinition<GiftMailJob> {
  const { config, db, mailer } = platform;
  return {
    name: SEND_GIFT_MAIL,
    async handle({ reference, email, giver }) {
      const gift = await findGift(db, reference, null);
      if (gift?.state !== 'open') return;
      const parts = {
        heading: `${giver} deu uma cota de presente a você`,
        paragraphs: [
          `Olá, ${gift.recipientName}! A cota ${formatNumber(gift.number, gift.totalNumbers)} de "${gift.title}" é sua: é só aceitar, antes de as vendas terminarem.`,
          'Aceitando, é o seu nome que vale no sorteio. Não custa nada.',
        ],
        facts: [],
        lists: [],
        button: { label: 'Aceitar o presente', url: `${config.publicUrl}/presente/${reference}` },
        closing: 'Não conhece quem enviou? Ignore esta mensagem: nada acontece.',
      };
      await db.transaction().execute(async (trx) => {
        const first = await trx
          .insertInto('sentMails')
          .values({ key: `gift:${reference}` })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (first.numInsertedOrUpdatedRows === 0n) return;
        await mailer.send({
          to: email,
          subject: `${parts.heading} · Maré da Sorte`,
          text: mailText(parts),
          html: mailHtml(parts),
        });
      });
    },
  };
}
