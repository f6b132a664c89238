/** Turns findings into sentences. The only code that may call a draw honest. */
import type { DrawTerms } from '../../../draws/sealing/draw-seal.ts';
import { formatNumber } from '../../../numbers/format-number.ts';
import { describeFinding, type Sentence } from './describe-finding.ts';
import type { Findings, Reason, Verdict } from './findings.ts';

/** Failures of typed values: either the files or the typing may be wrong. */
const TYPED: ReadonlySet<Reason | undefined> = new Set<Reason>(['NOTED_SEAL', 'GIVEN_PRIZES']);

const verdicts: Record<Verdict, string> = {
  honest: 'Confere em tudo: o sorteio é honesto.',
  partial: 'O que pôde ser conferido confere. O resto está dito abaixo, item por item.',
  failed: 'NÃO CONFERE.',
};

const NOT_YET_SIGNED =
  'Ainda não assinado pelo registro: baixe a prova de novo em alguns minutos. O que já pôde ser conferido confere.';

/** Whether nothing fails and the log has not signed the draw yet. */
export function isNotYetSigned({ verdict, findings }: Findings): boolean {
  return verdict === 'partial' && findings.some(({ reason }) => reason === 'LOG_NOT_YET');
}

const NOT_YET_DRAWN = 'A lista e o lacre conferem. O sorteio ainda não aconteceu.';

/** Whether these files are from before the draw: they name no lottery prizes. */
export function isBeforeDraw({ findings }: Pick<Findings, 'findings'>): boolean {
  return findings.some(({ reason }) => reason === 'NOT_DRAWN');
}

/** Whether nothing fails, and list and seal were verified before the draw. */
export function isNotYetDrawn({ verdict, findings }: Findings): boolean {
  return (
    verdict === 'partial' &&
    isBeforeDraw({ findings }) &&
    findings.some(({ item, state }) => item === 'list' && state === 'holds')
  );
}

export function describeVerdict(found: Findings): {
  title: string;
  sentences: Sentence[];
  /** Steps for the reader, in order; empty unless the verification failed. */
  advice: readonly string[];
} {
  return {
    title: titleOf(found),
    sentences: found.findings.map(describeFinding),
    advice: adviceAfter(found),
  };
}

function titleOf(found: Findings): string {
  if (isNotYetSigned(found)) return NOT_YET_SIGNED;
  if (isNotYetDrawn(found)) return NOT_YET_DRAWN;
  return failsAsTypedOnly(found) ? 'NÃO CONFERE com o que você digitou.' : verdicts[found.verdict];
}

function adviceAfter(found: Findings): readonly string[] {
  if (found.verdict !== 'failed') return [];
  return failsAsTypedOnly(found) ? [CHECK_TYPED, ...FAILURE_ADVICE] : FAILURE_ADVICE;
}

/** Whether everything that fails was typed by a person. */
function failsAsTypedOnly({ findings }: Findings): boolean {
  const failing = findings.filter(({ state }) => state === 'fails');
  return failing.length > 0 && failing.every(({ reason }) => TYPED.has(reason));
}

const CHECK_TYPED =
  'Compare primeiro o que você digitou com a sua anotação e com o que a Caixa publicou: um só algarismo trocado já não confere.';

/** Includes contacts beyond the shop, which is the accused. */
const FAILURE_ADVICE = [
  'Guarde todos os arquivos como estão: comprovantes, prova, lista e esta conferência.',
  'Baixe de novo pelo site, talvez por outra rede: um arquivo pode ter vindo incompleto.',
  'Se continuar sem conferir, avise o organizador e também quem fiscaliza: o Procon do seu estado, a Secretaria de Prêmios e Apostas do Ministério da Fazenda (SPA/MF) e o Ministério Público.',
  'Mostre o comprovante e o resultado a outros participantes: o mesmo registro tem de valer para todos.',
] as const;

/** The winners by the computation, and whether the receipts have their numbers. */
export function describeWinners({
  draw,
  terms,
  ownNumbers,
}: {
  draw: { outcome: { winners: readonly { position: number; number: number | null }[] } | null } | null;
  terms: Pick<DrawTerms, 'totalNumbers'> | null;
  ownNumbers: readonly number[] | null;
}): string[] {
  const winners = draw?.outcome?.winners ?? [];
  const sentences = winners.map(({ position, number }) => {
    if (number === null) return `${position}º prêmio: sem ganhador`;
    const own = ownNumbers?.includes(number) ? '. Está no seu comprovante: o prêmio é seu' : '';
    return `${position}º prêmio: número ${terms ? formatNumber(number, terms.totalNumbers) : number}${own}`;
  });
  const isOwn = winners.some(({ number }) => number !== null && ownNumbers?.includes(number));
  return winners.length > 0 && ownNumbers && !isOwn
    ? [...sentences, 'Nenhum deles está nos comprovantes que você juntou.']
    : sentences;
}

/** Values that only a person can compare. */
export const LEFT_TO_COMPARE = {
  prizes: 'Estes cinco prêmios são os que a Caixa publicou para esta extração?',
  seal: 'Este lacre é o que você anotou antes da extração?',
} as const;
