/** Messages to participants about the draw of their rifa. */
import type { ClauseReason } from '@mare/domain/draws/lottery/declared-clause.ts';
import type { PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import { countCotas } from '@mare/domain/numbers/describe-cotas.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatDateTime, formatInteger, formatLongDate } from '@mare/domain/format.ts';
import type { NewNotification } from '../../notifications/send-notification.ts';

/** Facts at the time of the event, so that a late delivery is still correct. Dates are ISO. */
export type DrawNewsItem =
  | { kind: 'milestone'; percent: number; drawDate: string }
  | { kind: 'postponed'; drawDate: string }
  /** An admin has chosen a later extraction. */
  | { kind: 'moved'; drawDate: string; /** Public; absent before November 2026. */ reason?: string }
  /** An announced correction of the published rifa; `version` of the rifa. */
  | { kind: 'rifa_corrected'; version: number; reason: string; changes: [label: string, text: string][] }
  | { kind: 'frozen'; soldNumbers: number; listHash: string }
  | {
      kind: 'sealed';
      version: number;
      extraction: number;
      extractionDate: string;
      /** Why a later version replaces the earlier one. */
      reason: string | null;
    }
  /** The declared clause applies: the extraction was moved, skipped or incomplete. */
  | { kind: 'clause'; step: number; reason: ClauseReason; sealed: number; extraction: number }
  | { kind: 'drawn'; extraction: number; isUnconfirmed: boolean }
  /** The official source has published the same result that was typed and used by the draw. */
  | { kind: 'agreed'; extraction: number }
  | { kind: 'corrected'; version: number; extraction: number }
  | { kind: 'cancelled'; reason: string }
  /** For a winner of an earlier version who was notified of the prize. */
  | { kind: 'prize_withdrawn'; winnerId: string; prize: string; number: number; totalNumbers: number }
  /**
   * For a winner of an earlier version whose other number wins the same prize in this version: the claim is unchanged.
   */
  | {
      kind: 'prize_renumbered';
      winnerId: string;
      prize: string;
      number: number;
      newNumber: number;
      totalNumbers: number;
      claimUntil: string;
      /** Absent before 27 November 2026. */
      claimState?: PrizeState;
      /** Version of the draw; absent in jobs from before 27 November 2026. */
      version?: number;
    };

/** Deduplication key within the rifa. */
export function keyOf(news: DrawNewsItem): string {
  switch (news.kind) {
    case 'milestone':
      return `milestone:${news.percent}`;
    case 'postponed':
      return `postponed:${news.drawDate}`;
    case 'moved':
      return `moved:${news.drawDate}`;
    case 'rifa_corrected':
      return `rifa_corrected:${news.version}`;
    case 'sealed':
      return `sealed:${news.version}`;
    case 'clause':
      return `clause:${news.step}`;
    case 'agreed':
      return `agreed:${news.extraction}`;
    case 'corrected':
      return `corrected:${news.version}`;
    case 'prize_withdrawn':
      return `prize_withdrawn:${news.winnerId}`;
    case 'prize_renumbered':
      return `prize_renumbered:${news.winnerId}:${news.version}`;
    default:
      return news.kind;
  }
}

export interface NewsText extends Pick<NewNotification, 'type' | 'title' | 'message'> {
  href: string;
  /** Null: not mailed. */
  mail: { facts: [label: string, value: string][]; button: string; isEssential: boolean } | null;
  /** Set: also sent by push and WhatsApp, like the prize notification was. */
  correctedPrize?: string;
}

/** @param title of the rifa */
export function composeNews(news: DrawNewsItem, rifa: { id: string; title: string }): NewsText {
  const result = { href: `/resultado/${rifa.id}`, type: 'info' as const };
  const mail = (...facts: [string, string][]) => ({ facts, button: 'Ver o sorteio', isEssential: false });
  const name = `“${rifa.title}”`;
  switch (news.kind) {
    case 'milestone': {
      const drawnOn = formatLongDate(new Date(news.drawDate));
      return {
        ...result,
        href: `/rifa/${rifa.id}`,
        title: news.percent === 100 ? 'A rifa esgotou!' : `${news.percent}% vendida`,
        message:
          news.percent === 100
            ? `Todas as cotas de ${name} foram vendidas. O sorteio é em ${drawnOn}.`
            : `${name} já vendeu ${news.percent}% das cotas. O sorteio é em ${drawnOn}.`,
        mail: null,
      };
    }
    case 'postponed':
      return describeNewDate(
        'O sorteio foi adiado',
        `${name} vendeu menos do que o mínimo declarado e será sorteada`,
        rifa.id,
        news.drawDate,
      );
    case 'moved':
      return describeNewDate(
        'O dia do sorteio mudou',
        `${name} agora será sorteada`,
        rifa.id,
        news.drawDate,
        news.reason,
      );
    case 'rifa_corrected':
      return {
        type: 'warning',
        href: `/rifa/${rifa.id}#correcoes`,
        title: 'A página da rifa foi corrigida',
        message: `O organizador corrigiu ${name}: ${news.changes.map(([label]) => label).join(', ')}. Motivo: ${news.reason} Todas as cotas continuam valendo.`,
        mail: { facts: [...news.changes], button: 'Ver as correções', isEssential: false },
      };
    case 'frozen':
      return {
        ...result,
        title: 'A lista do sorteio está fechada',
        message: `As vendas de ${name} terminaram, e a lista com ${countCotas(news.soldNumbers)} não muda mais. A impressão digital dela está na página do sorteio.`,
        mail: mail(
          ['Cotas na lista', formatInteger(news.soldNumbers)],
          ['Impressão digital (SHA-256)', news.listHash],
        ),
      };
    case 'sealed': {
      const { extraction, extractionDate, version, reason } = news;
      const day = formatLongDate(new Date(`${extractionDate}T12:00:00Z`));
      const facts = mail(['Extração', String(extraction)], ['Dia', day]);
      if (version === 1)
        return {
          ...result,
          title: 'O sorteio está lacrado',
          message: `Decide ${name} a extração ${extraction} da Loteria Federal, em ${day}. Boa sorte!`,
          mail: facts,
        };
      return {
        ...result,
        type: 'warning',
        title: 'O sorteio mudou de extração',
        message: `Agora decide ${name} a extração ${extraction} da Loteria Federal, em ${day}.${reason ? ` Motivo: ${reason}` : ''}`,
        mail: facts,
      };
    }
    case 'clause': {
      const { reason, sealed, extraction } = news;
      return {
        ...result,
        type: 'warning',
        title: 'A loteria mudou, e vale a regra publicada',
        message: `${CLAUSE_SENTENCES[reason](String(sealed), String(extraction))} Isso vale para ${name}, como a regra publicada antes da primeira venda manda.`,
        mail: mail(['Extração lacrada', String(sealed)], ['Extração que vale', String(extraction)]),
      };
    }
    case 'drawn':
      return {
        ...result,
        title: 'Saiu o resultado',
        message: `${name} foi sorteada. Veja o resultado e refaça o sorteio no seu aparelho.${news.isUnconfirmed ? ' O resultado foi digitado por duas pessoas, e a fonte oficial ainda não o confirmou.' : ''}`,
        mail: mail(['Extração', String(news.extraction)]),
      };
    case 'agreed':
      return {
        ...result,
        title: 'A loteria confirmou o resultado',
        message: `A fonte oficial publicou a extração ${news.extraction} com os mesmos números que tinham sido digitados. O resultado de ${name} não muda.`,
        mail: mail(['Extração', String(news.extraction)]),
      };
    case 'corrected':
      return {
        ...result,
        type: 'warning',
        title: 'O resultado foi corrigido',
        message: `O resultado da extração ${news.extraction} da Loteria Federal estava errado em nosso sistema, e ${name} foi apurada de novo com os números certos. Veja o que mudou e refaça o sorteio no seu aparelho.`,
        mail: mail(['Extração', String(news.extraction)]),
      };
    case 'cancelled':
      return {
        type: 'warning',
        href: `/rifa/${rifa.id}`,
        title: 'A rifa foi cancelada',
        message: `${name} não será sorteada.${news.reason ? ` Motivo: ${news.reason}` : ''} O valor das cotas volta para quem pagou, pelo mesmo meio do pagamento; o de uma venda feita em mãos, em dinheiro.`,
        mail: { ...mail(), button: 'Ver a rifa' },
      };
    case 'prize_withdrawn': {
      const number = formatNumber(news.number, news.totalNumbers);
      return {
        ...result,
        type: 'warning',
        title: 'O prêmio que avisamos não é seu',
        message: `Avisamos que o seu número ${number} tinha ganhado ${news.prize} em ${name}. Não é seu, porque o resultado da loteria que usamos estava errado e foi corrigido: com os números certos, saiu outro número. Pedimos desculpas. A página do sorteio mostra as duas apurações.`,
        mail: { ...mail(['Número', number], ['Prêmio', news.prize]), isEssential: true },
        correctedPrize: news.prize,
      };
    }
    case 'prize_renumbered': {
      const [number, newNumber] = [news.number, news.newNumber].map((one) =>
        formatNumber(one, news.totalNumbers),
      ) as [string, string];
      return {
        ...result,
        type: 'warning',
        title: 'O prêmio continua seu, por outro número',
        message: `Avisamos que o seu número ${number} tinha ganhado ${news.prize} em ${name}. O resultado da loteria que usamos estava errado e foi corrigido: com os números certos, quem ganha ${news.prize} é o seu número ${newNumber}. ${nextStepOf(news)}`,
        mail: { ...mail(['Número', newNumber], ['Prêmio', news.prize]), isEssential: true },
        correctedPrize: news.prize,
      };
    }
  }
}

function nextStepOf({
  claimState = 'open',
  claimUntil,
}: {
  claimState?: PrizeState;
  claimUntil: string;
}): string {
  switch (claimState) {
    case 'open':
      return `Peça o prêmio até ${formatLongDate(claimUntil)}; um voucher que você já tenha dele continua valendo.`;
    case 'claimed':
    case 'sent':
      return 'O seu pedido do prêmio continua valendo, e você não precisa fazer nada.';
    case 'delivered':
      return 'Você já o recebeu, e não precisa fazer nada.';
    case 'expired':
      return `O prazo para pedir o prêmio terminou em ${formatLongDate(claimUntil)}.`;
  }
}

const CLAUSE_SENTENCES: Record<ClauseReason, (sealed: string, extraction: string) => string> = {
  AS_SEALED: (sealed) => `Vale a extração ${sealed}, como lacrado.`,
  MOVED_LATER: (sealed) =>
    `A loteria atrasou a extração ${sealed}; continua valendo ela, no dia em que correr.`,
  MOVED_EARLIER: (sealed) => `A loteria adiantou a extração ${sealed}; continua valendo ela.`,
  NUMBER_SKIPPED: (sealed, extraction) =>
    `A loteria pulou a extração ${sealed}; vale a seguinte, a ${extraction}.`,
  RAN_BEFORE_SEAL: (sealed, extraction) =>
    `A extração ${sealed} correu antes do lacre; vale a seguinte, a ${extraction}.`,
  RESULT_INCOMPLETE: (sealed, extraction) =>
    `A loteria não publicou todos os prêmios da extração ${sealed}; vale a seguinte, a ${extraction}.`,
};

/** @param drawDate ISO instant */
function describeNewDate(
  title: string,
  sentence: string,
  rifaId: string,
  drawDate: string,
  reason?: string,
): NewsText {
  return {
    type: 'warning',
    href: `/rifa/${rifaId}`,
    title,
    message: `${sentence} em ${formatLongDate(drawDate)}.${reason ? ` Motivo: ${reason}` : ''} Todas as cotas continuam valendo.`,
    mail: {
      facts: [['Novo dia do sorteio', formatDateTime(drawDate)]],
      button: 'Ver a rifa',
      isEssential: false,
    },
  };
}
