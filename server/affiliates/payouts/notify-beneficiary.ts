/** Notifications and mails to affiliates and partners about payouts. */
import type { Selectable, Transaction } from 'kysely';
import { centavosFromNumeric } from '@mare/database/money.ts';
import type { DB, Payouts } from '@mare/database/schema.ts';
import { formatBrl } from '@mare/domain/format.ts';
import { emailOrStated } from '../../accounts/express/stated-email.ts';
import { sendNotification } from '../../notifications/send-notification.ts';
import type { Platform } from '../../platform/platform.ts';
import { enqueueCommissionMail } from '../commissions/send-commission-mail.job.ts';
import { maskPixKey } from '../read-pix-key.ts';

export type PayoutNews = 'approved' | 'former_key' | 'paid' | 'cancelled';

type Payout = Selectable<Payouts>;

interface Wording {
  type: 'success' | 'info' | 'warning';
  title: string;
  /** @param key masked, named as the former one if it is */
  message: (amount: string, key: string) => string;
}

const WORDING: Record<PayoutNews, Wording> = {
  approved: {
    type: 'success',
    title: 'Repasse aprovado',
    message: (amount, key) =>
      `O seu repasse de ${amount} foi aprovado e vai por Pix para a sua chave ${key}.`,
  },
  former_key: {
    type: 'warning',
    title: 'Repasse na chave de antes',
    message: (amount, key) =>
      `O seu repasse de ${amount} já estava aprovado e vai para a sua chave Pix ${key}. Para receber na nova, peça ao suporte, antes do Pix, que ele fique para o próximo mês.`,
  },
  paid: {
    type: 'success',
    title: 'Comissões pagas',
    message: (amount, key) => `Enviamos ${amount} para a sua chave Pix ${key}.`,
  },
  cancelled: {
    type: 'info',
    title: 'Repasse adiado',
    message: (amount) => `O repasse de ${amount} ficou para o próximo mês. Nada se perde.`,
  },
};

/** Accounts get a notification; everyone gets a mail, an express account at the address that it states. */
export async function notifyBeneficiary(
  trx: Transaction<DB>,
  platform: Pick<Platform, 'clock' | 'random' | 'jobs'>,
  payout: Payout,
  news: PayoutNews,
): Promise<void> {
  const { email, userId, pixKey: currentKey } = await findBeneficiary(trx, payout);
  const { type, title, message } = WORDING[news];
  const sentence = message(
    formatBrl(centavosFromNumeric(payout.amount)),
    namePixKey(payout.pixKey, currentKey),
  );
  // The key may change more than once.
  const change = news === 'former_key' ? `:${platform.random.uuid()}` : '';
  const key = `payout:${payout.id}:${news}${change}`;
  const path = payout.affiliateId ? '/afiliado' : '/parceiro?aba=comissoes';
  if (userId) {
    const data = { href: path };
    await sendNotification(trx, platform, {
      userId,
      type,
      title,
      message: sentence,
      data,
      deduplicationKey: key,
    });
  }
  if (!email) return;
  await enqueueCommissionMail(trx, platform, {
    key,
    to: email,
    heading: title,
    paragraphs: [sentence],
    facts: factsOf(payout),
    button: { label: 'Ver as minhas comissões', path },
  });
}

/** '•••• 2247' or 'de antes, •••• 2247'. */
function namePixKey(key: string | null, currentKey: string | null): string {
  const masked = maskPixKey(key ?? '');
  return key === currentKey ? masked : `de antes, ${masked}`;
}

async function findBeneficiary(trx: Transaction<DB>, { affiliateId, partnerId }: Payout) {
  if (affiliateId)
    return trx
      .selectFrom('affiliates')
      .innerJoin('profiles', 'profiles.id', 'affiliates.userId')
      .select(['profiles.id as userId', 'affiliates.pixKey'])
      .select(emailOrStated.as('email'))
      .where('affiliates.id', '=', affiliateId)
      .executeTakeFirstOrThrow();
  const partner = await trx
    .selectFrom('partners')
    .select(['email', 'pixKey'])
    .where('id', '=', partnerId!)
    .executeTakeFirstOrThrow();
  return { ...partner, userId: null };
}

function factsOf(payout: Payout): [string, string][] {
  return [
    ['Valor', formatBrl(centavosFromNumeric(payout.amount))],
    ...(payout.pixKey ? [['Chave Pix', maskPixKey(payout.pixKey)] satisfies [string, string]] : []),
    ...(payout.paymentReference ? [['Comprovante', payout.paymentReference] satisfies [string, string]] : []),
  ];
}
