import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Platform } from '../../platform/platform.ts';
import { countCotas, describeCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { queueUnconfirmedMail } from '../../mail/limit-unconfirmed-mail.ts';
import type { QueueDeps } from '../../mail/outbox/queue-message.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import { readGift } from './read-gift.ts';

export interface GiftMailJob {
  reference: string;
  email: string;
  /** First name and last initial. */
  giver: string;
}

/** Mails the recipient where to claim the cotas, once. */
export const sendGiftMailJob = defineJob('send-gift-mail', {}, sendGiftMail);

async function sendGiftMail(
  platform: QueueDeps & Pick<Platform, 'db'>,
  { reference, email, giver }: GiftMailJob,
): Promise<void> {
  const { config, db } = platform;
  const gift = await readGift(db, reference, null);
  if (gift?.state !== 'open') return;
  const count = gift.numbers.length;
  const heading = `${giver} deu ${count === 1 ? 'uma cota' : countCotas(count)} de presente a você`;
  const cotas = describeCotas(gift.numbers, gift.totalNumbers);
  const mail = composeMail(
    { to: email, kind: 'transactional', subject: heading },
    {
      ...(gift.image && { picture: new URL(gift.image, config.publicUrl).href }),
      heading,
      paragraphs: [
        ...(gift.message ? [`${giver} escreveu: “${gift.message}”`] : []),
        `Olá, ${gift.recipientName}! ${cotas[0]!.toUpperCase()}${cotas.slice(1)} de “${gift.title}” ${count === 1 ? 'é sua' : 'são suas'}: é só aceitar, antes de as vendas terminarem.`,
        'Aceitando, é o seu nome que vale no sorteio. Não custa nada.',
      ],
      button: { label: 'Aceitar o presente', url: `${config.publicUrl}/presente/${reference}` },
      closing: 'Não conhece quem enviou? Ignore esta mensagem: nada acontece.',
    },
  );
  await db.transaction().execute((trx) =>
    queueUnconfirmedMail(trx, platform, { kind: 'gift', owner: null }, mail, {
      key: `gift:${reference}`,
      topic: 'gift',
    }),
  );
}
