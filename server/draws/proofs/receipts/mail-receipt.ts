/** Sends the receipt of a paid order to the order's own e-mail address, on request: a copy outside the shop. */
import { z } from 'zod';
import { maskRecipient } from '@mare/domain/notifications/outbox.ts';
import { type QueueDeps, queueMail } from '../../../mail/outbox/queue-message.ts';
import { hashOfEmail } from '../../../mail/preferences.ts';
import { composeMail } from '../../../platform/messages/mail-page.ts';
import type { Platform } from '../../../platform/platform.ts';
import { readOrderReceipt } from './read-receipt.ts';

/** Files in one mail: mail servers limit its size. The rest is on the order's page. */
const MAX_FILES = 20;
const recipient = z.object({ email: z.email() });

/** @returns null when there is no such paid order of this user */
export async function mailReceipt(
  platform: QueueDeps & Pick<Platform, 'db'>,
  { reference, userId }: { reference: string; userId: string },
): Promise<{ sentTo: string | null } | null> {
  const { db, config } = platform;
  const first = await readOrderReceipt(platform, { reference, userId, part: 1 });
  if (!first) return null;
  if (first.state !== 'ready') return { sentTo: null };
  const files = [first.file];
  for (let part = 2; part <= Math.min(first.parts, MAX_FILES); part++) {
    const next = await readOrderReceipt(platform, { reference, userId, part });
    if (next?.state === 'ready') files.push(next.file);
  }
  const order = await db
    .selectFrom('orders')
    .select(['id', 'customer', 'status'])
    .where('externalReference', '=', reference)
    .executeTakeFirstOrThrow();
  const to = recipient.safeParse(order.customer).data?.email;
  if (!to) return { sentTo: null };
  const mail = composeMail(
    { to, kind: 'essential', subject: 'O comprovante do seu pedido' },
    {
      heading: 'Guarde este e-mail',
      paragraphs: [
        `O arquivo em anexo prova a sua compra, mesmo sem este site: ela é a anotação ${first.index} do registro público.`,
        `Com ele, o programa de conferência mostra que este pedido existiu, com os números que foram pagos${order.status === 'paid' ? ', e depois do sorteio quais deles estavam na lista' : ''}.`,
        ...(order.status === 'paid'
          ? []
          : ['O pagamento foi desfeito. O arquivo prova que a compra existiu, e não que as cotas valem.']),
      ],
      facts: [['Pedido', reference]],
      button: { label: 'Como conferir', url: `${config.publicUrl}/verificar/` },
    },
  );
  await queueMail(
    db,
    platform,
    {
      ...mail,
      attachments: files.map((content, at) => ({
        filename: `comprovante-${reference}${files.length > 1 ? `-${at + 1}-de-${files.length}` : ''}.tlog-proof`,
        content,
      })),
    },
    // A receipt with new proofs, of a refunded order or to a corrected address is mailed again.
    {
      key: `receipt:${order.id}:${first.treeSize}:${order.status}:${hashOfEmail(to).toString('hex', 0, 8)}`,
      topic: 'order',
    },
  );
  return { sentTo: maskRecipient(to) };
}
