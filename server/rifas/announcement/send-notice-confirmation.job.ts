import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';

export const sendNoticeConfirmationJob = defineJob(
  'send-notice-confirmation',
  {},
  async (
    platform: QueueDeps & Pick<Platform, 'db'>,
    { email, token, rifaId }: { email: string; token: string; rifaId: string },
  ) => {
    const { config, db, random } = platform;
    const rifa = await db.selectFrom('rifas').select('title').where('id', '=', rifaId).executeTakeFirst();
    if (!rifa) return;
    await queueMail(
      db,
      platform,
      composeMail(
        { to: email, kind: 'essential', subject: 'Confirme o seu aviso' },
        {
          heading: 'Confirme o seu aviso',
          paragraphs: [
            'Olá!',
            `Pediram para avisar este e-mail quando as vendas de “${rifa.title}” abrirem. Se foi você, confirme. O aviso é um só.`,
          ],
          button: { label: 'Confirmar o aviso', url: `${config.publicUrl}/avise-me?token=${token}` },
          closing:
            'Se não foi você, ignore esta mensagem: nada mais será enviado. O mesmo link também cancela o aviso.',
        },
      ),
      { key: `opening-confirmation:${random.uuid()}`, topic: 'opening' },
    );
  },
);
