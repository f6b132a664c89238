import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import type { BadgeTone } from '../ui/data-display/badge.tsx';
import { formatDateTime } from '../format.ts';
import { correctionSentence, isReopened, isUnconfirmed } from './draw-labels.ts';

/** The stage of a draw, as a word and a sentence. */
export function stageOf({ rifa, list, seals, draws, failing }: DrawAudit): {
  label: string;
  tone: BadgeTone;
  sentence: string;
} {
  if (rifa.status === 'cancelled')
    return {
      label: 'Cancelada',
      tone: 'danger',
      sentence: 'Esta rifa foi cancelada sem sorteio. Quem comprou recebe o dinheiro de volta.',
    };
  if (failing)
    return {
      label: 'Não confere',
      tone: 'danger',
      sentence: `A própria loja notou em ${formatDateTime(failing.since)} que ${
        failing.isListChanged && draws.length === 0
          ? 'a lista guardada não é a que foi lacrada. O sorteio espera até a lista lacrada voltar; a loja confere de novo a cada dez minutos.'
          : seals.length === 0
            ? 'o que as páginas desta rifa mostram não é mais o que foi publicado, nem o de uma correção anunciada. O registro público guarda as duas coisas.'
            : 'o que está guardado deste sorteio não é mais o que foi registrado. Confira você também, nesta página.'
      }`,
    };
  if (isReopened(draws))
    return {
      label: 'Reaberta',
      tone: 'warning',
      sentence:
        'O resultado usado no sorteio foi substituído. A conta será refeita em instantes com o que vale, e quem já tinha sido avisado recebe uma explicação.',
    };
  const unconfirmed = draws.at(-1)?.results.find(isUnconfirmed);
  if (unconfirmed)
    return {
      label: 'Sorteada',
      tone: 'warning',
      sentence: `O sorteio aconteceu com um resultado digitado${unconfirmed.officialAwaitedUntil === null ? '' : ', porque nenhuma fonte publicou a tempo'}. Se a fonte oficial publicar outros prêmios, ele é refeito.`,
    };
  if (draws.length > 1)
    return {
      label: 'Sorteio corrigido',
      tone: 'success',
      sentence: `O sorteio foi refeito em ${formatDateTime(draws.at(-1)!.drawnAt)}: ${correctionSentence(draws)} Valem os ganhadores desta página. A apuração anterior continua guardada aqui.`,
    };
  if (draws.length > 0)
    return {
      label: 'Sorteada',
      tone: 'success',
      sentence: 'O sorteio aconteceu. Aqui está tudo o que decidiu o resultado, para você refazer a conta.',
    };
  if (rifa.status === 'completed')
    return { label: 'Sorteada', tone: 'success', sentence: 'O sorteio desta rifa já aconteceu.' };
  if (seals.length > 0)
    return {
      label: 'Lacrada',
      tone: 'sea',
      sentence: 'A lista está lacrada e nada mais pode mudar. Agora é com a Loteria Federal.',
    };
  if (list)
    return {
      label: 'Lista congelada',
      tone: 'sea',
      sentence: 'A lista está congelada. O lacre vem a seguir.',
    };
  if (rifa.isPaused)
    return {
      label: 'Vendas pausadas',
      tone: 'warning',
      sentence: 'As vendas estão pausadas. As cotas pagas continuam valendo.',
    };
  return rifa.status === 'closed'
    ? {
        label: 'Vendas encerradas',
        tone: 'warning',
        sentence:
          'As vendas terminaram. A lista é congelada assim que os últimos pagamentos forem resolvidos.',
      }
    : {
        label: 'À venda',
        tone: 'coral',
        sentence:
          'As vendas estão abertas. Antes da extração a lista de vendidos será lacrada e publicada aqui.',
      };
}
