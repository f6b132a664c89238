import { momentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { Platform } from '../../platform/platform.ts';

type Deps = QueueDeps & Pick<Platform, 'db'>;

/** Mails that sales have begun, once; accounts only at a confirmed e-mail address. */
export const mailOpeningJob = defineJob('mail-opening', { concurrency: 4 }, mailOpening);

async function mailOpening(platform: Deps, { noticeId }: { noticeId: string }): Promise<void> {
  const { config, db } = platform;
  const notice = await db
    .selectFrom('openingNotices as notice')
    .innerJoin('rifas', 'rifas.id', 'notice.rifaId')
    .leftJoin('auth.users as account', (join) =>
      join.onRef('account.id', '=', 'notice.userId').on('account.emailConfirmedAt', 'is not', null),
    )
    .select([
      'rifas.id',
      'rifas.title',
      'rifas.image',
      'rifas.salesEndAt',
      'notice.email',
      'account.email as accountEmail',
    ])
    .where('notice.id', '=', noticeId)
    .executeTakeFirst();
  const to = notice?.email ?? notice?.accountEmail;
  if (!notice || !to) return;
  const mail = composeMail(
    { to, kind: 'requested', subject: `Vendas abertas: ${notice.title}` },
    {
      ...(notice.image && { picture: new URL(notice.image, config.publicUrl).href }),
      heading: 'As vendas abriram!',
      paragraphs: [`“${notice.title}” já está à venda. As vendas vão até ${momentLabel(notice.salesEndAt)}.`],
      button: { label: 'Escolher as minhas cotas', url: `${config.publicUrl}/rifa/${notice.id}` },
      closing: 'Este é o único aviso que você pediu: não é preciso cancelar nada.',
    },
  );
  await queueMail(db, platform, mail, { key: `opening:${noticeId}`, topic: 'opening' });
}
