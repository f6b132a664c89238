/** Notifies active affiliates and partners of a change of what they earn. */
import { type CommissionTerms, formatRate } from '@mare/domain/affiliates/commission-terms.ts';
import { formatBrl, formatDateTime } from '@mare/domain/format.ts';
import { emailOrStated } from '../accounts/express/stated-email.ts';
import { sendCommissionMailJob } from '../affiliates/commissions/send-commission-mail.job.ts';
import { sendNotifications } from '../notifications/send-notification.ts';
import { defineJob } from '../platform/jobs/define-job.ts';
import type { Platform } from '../platform/platform.ts';

type Deps = Pick<Platform, 'db' | 'clock' | 'random' | 'jobs'>;

interface CommissionChange {
  before: CommissionTerms;
  after: CommissionTerms;
  /** Version of the setting: part of the deduplication keys. */
  version: number;
  /** ISO 8601. Sales and redemptions from then on earn the new commission. */
  validFrom: string;
}

interface Reader {
  key: string;
  /** Null: no account. */
  userId: string | null;
  email: string | null;
}

interface Words {
  heading: string;
  text: string;
  button: { label: string; path: string };
}

export const announceCommissionsJob = defineJob('announce-commissions', {}, announceCommissions);

async function announceCommissions(platform: Deps, change: CommissionChange): Promise<void> {
  const { before, after } = change;
  if (before.affiliateRate !== after.affiliateRate)
    await send(platform, await selectAffiliates(platform, change), affiliateWords(change));
  if (before.voucherCentavos !== after.voucherCentavos)
    await send(platform, await selectPartners(platform, change), partnerWords(change));
}

function affiliateWords({ before, after, validFrom }: CommissionChange): Words {
  const rate = formatRate(after.affiliateRate);
  return {
    heading: `A comissão de afiliado agora é de ${rate}`,
    text: `Vendas pagas a partir de ${formatDateTime(validFrom)} rendem ${rate}. As anteriores continuam com ${formatRate(before.affiliateRate)}.`,
    button: { label: 'Abrir o meu painel', path: '/afiliado' },
  };
}

function partnerWords({ before, after, validFrom }: CommissionChange): Words {
  const amount = formatBrl(after.voucherCentavos);
  return {
    heading: `Cada voucher validado agora rende ${amount}`,
    text: `Vale para vouchers validados a partir de ${formatDateTime(validFrom)}. Os anteriores continuam com ${formatBrl(before.voucherCentavos)}.`,
    button: { label: 'Entrar no portal do parceiro', path: '/parceiro' },
  };
}

/** Active affiliates, except those with an individual rate, which does not change. */
async function selectAffiliates({ db }: Deps, { version }: CommissionChange): Promise<Reader[]> {
  const rows = await db
    .selectFrom('affiliates')
    .innerJoin('profiles', 'profiles.id', 'affiliates.userId')
    .select(['affiliates.id', 'profiles.id as userId'])
    .select(emailOrStated.as('email'))
    .where('affiliates.status', '=', 'active')
    .where('ownCommissionRate', 'is', null)
    .execute();
  return rows.map(({ id, ...reader }) => ({ ...reader, key: `affiliate-rate:${version}:${id}` }));
}

async function selectPartners({ db }: Deps, { version }: CommissionChange): Promise<Reader[]> {
  const rows = await db
    .selectFrom('partners')
    .leftJoin('profiles', 'profiles.email', 'partners.email')
    .select(['partners.id', 'profiles.id as userId', 'partners.email'])
    .where('partners.status', '=', 'active')
    .execute();
  return rows.map(({ id, ...reader }) => ({ ...reader, key: `voucher-commission:${version}:${id}` }));
}

/** Deduplication keys make a repeated run harmless. */
async function send(platform: Deps, readers: Reader[], { heading, text, button }: Words): Promise<void> {
  const { db, jobs } = platform;
  const CHUNK = 500;
  for (let from = 0; from < readers.length; from += CHUNK) {
    const chunk = readers.slice(from, from + CHUNK);
    const mails = chunk.flatMap(({ key, email }) =>
      email ? [{ key, to: email, heading, paragraphs: ['Olá!', text], facts: [], button }] : [],
    );
    const notifications = chunk.flatMap(({ key, userId }) =>
      userId
        ? [
            {
              userId,
              type: 'info' as const,
              title: heading,
              message: text,
              data: { href: button.path },
              deduplicationKey: key,
            },
          ]
        : [],
    );
    await db.transaction().execute(async (trx) => {
      await sendNotifications(trx, platform, notifications);
      if (mails.length > 0) await jobs.enqueueMany(trx, sendCommissionMailJob, mails);
    });
  }
}
