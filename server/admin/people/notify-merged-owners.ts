import type { Transaction } from 'kysely';
import type { DB } from '@mare/database/schema.ts';
import { maskRecipient } from '@mare/domain/notifications/outbox.ts';
import { type QueueDeps, queueMail } from '../../mail/outbox/queue-message.ts';
import { composeMail } from '../../platform/messages/mail-page.ts';
import type { MergeStep } from './merge-people.ts';

/** Notifies both e-mail addresses of a merge by the team, so that owners notice one that they did not request. */
export function notifyMergedOwners(platform: QueueDeps, mergeMore: MergeStep): MergeStep {
  return async (trx, id, formerId) => {
    await mergeMore(trx, id, formerId);
    const [stays, former] = [await findEmail(trx, id), await findEmail(trx, formerId)];
    for (const to of new Set([stays, former]))
      if (to)
        await queueMail(trx, platform, composeMergedMail(to, stays, platform.config.publicUrl), {
          key: `accounts-merged:${formerId}:${to === stays ? 'kept' : 'former'}`,
          topic: 'access',
        });
  };
}

async function findEmail(trx: Transaction<DB>, id: string): Promise<string | null> {
  const user = await trx.selectFrom('auth.users').select('email').where('id', '=', id).executeTakeFirst();
  return user?.email ?? null;
}

function composeMergedMail(to: string, stays: string | null, publicUrl: string) {
  return composeMail(
    { to, kind: 'essential', subject: 'Suas contas são uma só' },
    {
      heading: 'Suas contas são uma só',
      paragraphs: [
        'A nossa equipe uniu as suas duas contas. Cotas, pedidos e pontos das duas estão na conta que ficou, e a outra não abre mais.',
        'Você não pediu isto? Fale com o suporte agora.',
      ],
      facts: stays ? [['Conta que ficou', to === stays ? stays : maskRecipient(stays)]] : [],
      button: { label: 'Falar com o suporte', url: `${publicUrl}/suporte` },
    },
  );
}
