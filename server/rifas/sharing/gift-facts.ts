import type { Gift } from '@mare/contract/orders/gifts.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import type { SharingFacts } from './sharing-picture.ts';

/** Characters that the fonts of pictures lack. */
const EMOJI =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Join_Control}]/gu;

/** Content of a gift's preview: sender, message and rifa. */
export function giftFacts(gift: Gift): SharingFacts {
  const { giver, numbers, state } = gift;
  const cotas = numbers.length === 1 ? 'uma cota' : countCotas(numbers.length);
  return {
    title: state === 'over' ? `Um presente de ${giver}` : `${giver} deu ${cotas} a você`,
    lead: leadOf(gift),
    price: gift.title,
    percent: null,
    progress: drawOf(gift),
    image: gift.image,
  };
}

function leadOf({ state, message, recipientName }: Gift): string {
  // Withdrawn, refunded, or not accepted in time.
  if (state === 'over') return 'Este presente não pode mais ser aceito.';
  const words = message?.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim();
  if (words) return `“${words}”`;
  return state === 'open'
    ? `${recipientName}, é só aceitar. Não custa nada.`
    : 'Este presente já foi aceito.';
}

function drawOf({ rifaStatus, drawDate }: Gift): string {
  if (rifaStatus === 'cancelled') return 'A rifa foi cancelada';
  return `${rifaStatus === 'completed' ? 'Sorteada' : 'Sorteio'} em ${formatLongDate(drawDate)}`;
}
