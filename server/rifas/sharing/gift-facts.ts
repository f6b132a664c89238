import type { Gift } from '@mare/contract/orders/gifts.ts';
import { formatLongDate } from '@mare/domain/format.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import type { SharingFacts } from './sharing-picture.ts';

/** Characters that the fonts of pictures lack. */
const EMOJI =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Variation_Selector}\p{Join_Control}]/gu;

/** Content of a gift's preview: sender, message and rifa. */
export function giftFacts({ giver, message, recipientName, numbers, ...gift }: Gift): SharingFacts {
  const cotas = numbers.length === 1 ? 'uma cota' : countCotas(numbers.length);
  const words = message?.replaceAll(EMOJI, '').replaceAll(/\s+/g, ' ').trim();
  return {
    title: `${giver} deu ${cotas} a você`,
    lead: words ? `“${words}”` : `${recipientName}, é só aceitar. Não custa nada.`,
    price: gift.title,
    percent: null,
    progress: `Sorteio em ${formatLongDate(gift.drawDate)}`,
    image: gift.image,
  };
}
