/** Mails and notifications to winners: prize won, claim reminders, corrected draw. */
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import type { Mail } from '../../../platform/messages/mail.ts';
import { composeMail, type MailParts } from '../../../platform/messages/mail-page.ts';

export interface PrizeNotice {
  winnerId: string;
  userId: string | null;
  name: string;
  email: string | null;
  rifaId: string;
  rifaTitle: string;
  /** Empty without a picture. */
  rifaImage: string;
  totalNumbers: number;
  number: number;
  position: number;
  /** Null when the rifa lists no prize at that position. */
  prizeName: string | null;
  /** Picture of the prize; null: the rifa's picture. */
  prizeImage: string | null;
  claimUntil: Date;
  /** Null unless a voucher was issued for a service. */
  voucherStatus: string | null;
  prizeType: string | null;
  /** Tax note of the rifa; null or empty: the shop's text. */
  taxNote: string | null;
}

export const PRIZES_PATH = '/meus-premios';
const VOUCHERS_PATH = '/meus-vouchers';

export function winnerTitle(prize: PrizeNotice): string {
  return `Você ganhou: ${prizeOf(prize)}`;
}

export function winnerSentence(prize: PrizeNotice): string {
  return `O seu número ${numberOf(prize)} foi sorteado em “${prize.rifaTitle}”. Peça o prêmio até ${formatLongDate(prize.claimUntil)}.`;
}

export function reminderTitle(prize: PrizeNotice): string {
  return `Seu prêmio espera por você: ${prizeOf(prize)}`;
}

export function reminderSentence(prize: PrizeNotice): string {
  if (prize.voucherStatus === 'pending')
    return `Você ganhou em “${prize.rifaTitle}”, e o seu voucher ainda não foi usado. Ele vale até ${formatLongDate(prize.claimUntil)}.`;
  return `Você ganhou em “${prize.rifaTitle}” e ainda não pediu o prêmio. O prazo termina em ${formatLongDate(prize.claimUntil)}.`;
}

/** @param taxNote what is withheld on the prize; may be empty */
export function composeWinnerMail(
  prize: PrizeNotice,
  { publicUrl, kind, taxNote }: { publicUrl: string; kind: 'won' | 'reminder'; taxNote: string },
): Mail | null {
  if (!prize.email) return null;
  const firstName = prize.name.trim().split(/\s+/)[0];
  const picture = prize.prizeImage ?? prize.rifaImage;
  const hasVoucher = kind === 'reminder' && prize.voucherStatus === 'pending';
  const parts: MailParts = {
    ...(picture && { picture: new URL(picture, publicUrl).href }),
    heading: kind === 'won' ? 'A maré trouxe o seu prêmio!' : 'Não esqueça o seu prêmio',
    paragraphs: [
      firstName ? `Olá, ${firstName}!` : 'Olá!',
      kind === 'won' ? winnerSentence(prize) : reminderSentence(prize),
      `${hasVoucher ? 'Mostre o voucher ao parceiro na hora de usar.' : 'Entre na sua conta para dizer como quer receber.'} Nunca pedimos pagamento para entregar um prêmio.`,
      ...(taxNote ? [taxNote] : []),
    ],
    facts: [
      ['Prêmio', prizeOf(prize)],
      ['Rifa', prize.rifaTitle],
      ['Número', numberOf(prize)],
      ['Lugar', `${prize.position}º`],
      ['Confira o sorteio', `${publicUrl}/resultado/${prize.rifaId}`],
    ],
    button: hasVoucher
      ? { label: 'Ver o meu voucher', url: `${publicUrl}${VOUCHERS_PATH}` }
      : { label: 'Pedir o meu prêmio', url: `${publicUrl}${PRIZES_PATH}` },
    closing: 'Dúvidas? Fale com o suporte, em qualquer página do site.',
  };
  const subject = kind === 'won' ? winnerTitle(prize) : reminderTitle(prize);
  // Essential: a winner who misses this mail loses the prize when the claim expires.
  return composeMail({ to: prize.email, kind: 'essential', subject }, parts);
}

export interface ClaimedPrize {
  email: string;
  rifaTitle: string;
  prizeName: string | null;
  position: number;
  contact: { name: string; phone: string };
}

/** Notifies the account's owner of the prize's recipient. Essential: someone else may have entered it. */
export function composeClaimMail(
  claimed: ClaimedPrize,
  { publicUrl, isFirst }: { publicUrl: string; isFirst: boolean },
): Mail {
  const heading = isFirst ? 'Recebemos o pedido do seu prêmio' : 'O contato do seu prêmio mudou';
  return composeMail(
    { to: claimed.email, kind: 'essential', subject: heading },
    {
      heading,
      paragraphs: [
        isFirst
          ? 'Vamos combinar a entrega com quem você indicou. Até o envio, dá para mudar o contato em Meus Prêmios.'
          : 'A partir de agora, combinamos a entrega com este contato.',
        'Não foi você? Encerre as outras sessões da sua conta e fale já com o suporte, antes da entrega.',
      ],
      facts: [
        ['Prêmio', prizeOf(claimed)],
        ['Rifa', claimed.rifaTitle],
        ['Quem recebe', claimed.contact.name],
        ['Telefone', claimed.contact.phone],
      ],
      button: { label: 'Ver os meus prêmios', url: `${publicUrl}${PRIZES_PATH}` },
      closing: 'Nunca pedimos pagamento para entregar um prêmio.',
    },
  );
}

export function prizeOf({ prizeName, position }: Pick<PrizeNotice, 'prizeName' | 'position'>): string {
  return prizeName ?? `${position}º prêmio`;
}

function numberOf({ number, totalNumbers }: PrizeNotice): string {
  return formatNumber(number, totalNumbers);
}
