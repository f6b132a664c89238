import type { rifaErrors } from '@mare/contract/errors/rifa-errors.ts';
import { formatDateTime } from '../format.ts';
import type { MessagesOf } from './messages-of.ts';

export const rifaMessages: MessagesOf<keyof typeof rifaErrors> = {
  CANCEL_TOO_LATE:
    'A extração já pode ter acontecido. Daqui em diante a rifa não pode mais ser cancelada: ela é sorteada.',
  DRAW_REJECTED: 'O sorteio não está em um estado que permita isso.',
  RIFA_PUBLISHED:
    'Esta rifa já foi publicada: preço, total de números, prêmios e autorização não mudam mais, e o resto só até o sorteio.',
  INSTANT_PRIZES_AT_RANDOM:
    'Com cotas premiadas, os números saem sempre ao acaso. Desligue a escolha de números ou tire as cotas premiadas.',
  EXTREMES_STARTED:
    'Depois de publicar a rifa, o período da maior e da menor cota precisa começar no futuro: das cotas já pagas se sabe quem ganharia.',
  EXTREMES_AFTER_SALES:
    'O período da maior e da menor cota precisa começar antes do fim das vendas: depois ninguém mais poderia participar.',
  CORRECTION_REASON_REQUIRED:
    'Quem comprou conta com o que está publicado. Para corrigir, diga o motivo: ele aparece na página da rifa.',
  DRAW_DATE_FIXED:
    'O sorteio de uma rifa publicada só muda para uma extração posterior, enquanto as vendas estão abertas e a autorização vale.',
  RIFA_STATE: 'A situação da rifa mudou e não permite mais esta ação. Recarregue a página.',
  SALES_BELOW_MINIMUM: ({ minPercent }) =>
    `Ainda não foram pagas ${minPercent}% das cotas, o mínimo que a rifa declara a quem compra. Abaixo dele, só a data marcada encerra as vendas.`,
  ENDING_INCOMPLETE: 'Ainda há um passo aberto antes das contas. Confira a lista.',
  RIFA_INCOMPLETE: 'Ainda faltam dados para publicar esta rifa.',
  BOOST_TOO_SOON: ({ from }) =>
    `Esta rifa já foi divulgada. A próxima pode sair a partir de ${formatDateTime(from)}.`,
  PICTURE_UNREADABLE: 'Não conseguimos ler esta imagem. Envie uma foto em JPEG, PNG, WebP ou AVIF.',
  PICTURE_HEIC:
    'Esta foto está em HEIC, o formato do iPhone, que o site não lê. No iPhone, escolha Ajustes › Câmera › Formatos › Mais Compatível, ou envie a foto como JPEG.',
  PICTURE_TOO_SMALL: 'A imagem é pequena demais: ela precisa ter ao menos 600 × 450 pixels.',
  PICTURE_TOO_LARGE: 'O arquivo é grande demais. Envie um menor.',
  PDF_REJECTED:
    'Não aceitamos este PDF: está incompleto, tem senha, anexos ou comandos. Abra-o, use Imprimir › Salvar como PDF e envie o arquivo novo.',
  INVALID_COMBOS: 'Cada combo precisa de mais cotas que o anterior e de um preço por cota menor.',
  INVALID_PRICE_STEPS: 'Cada faixa precisa de mais cotas e de um preço menor que a anterior.',
};
