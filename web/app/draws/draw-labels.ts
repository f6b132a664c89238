import { brasiliaDate } from '@mare/domain/draws/lottery/lottery-calendar.ts';
import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { type DigitGroup, findDrawRule } from '@mare/domain/draws/draw-rules.ts';
import { extractionLabel, lastingMomentLabel } from '@mare/domain/draws/lottery/extraction-label.ts';
import { isSimulated } from '@mare/domain/draws/lottery/simulated-source.ts';
import type { DrawStep } from '@mare/domain/draws/draw-winners.ts';
import { formatCotaNumber, formatDateTime, formatInteger } from '../format.ts';

const PLACES = ['unidade', 'dezena', 'centena'];

/** ISO date as '25/11/2026'. */
export function formatIsoDate(date: string): string {
  return date.split('-').toReversed().join('/');
}

/** 'extração 6012, sábado 12/12/2026 às 19h', or, once the clause chose another one, that extraction. */
export function decidingExtractionLabel({
  rifa,
  draws,
  clauseSteps,
}: Pick<DrawAudit, 'draws' | 'clauseSteps'> & {
  rifa: Pick<DrawAudit['rifa'], 'drawExtraction' | 'drawDate'>;
}): string {
  const decided = draws.at(-1)?.results.at(-1);
  if (decided && decided.extraction !== rifa.drawExtraction)
    return `extração ${decided.extraction}, de ${formatIsoDate(decided.date)}`;
  const awaited = clauseSteps.at(-1)?.extraction;
  if (!decided && awaited && awaited !== rifa.drawExtraction) return `extração ${awaited}`;
  return extractionLabel(rifa.drawExtraction, new Date(rifa.drawDate), lastingMomentLabel);
}

/** Describes how the lottery's prizes determine the number of the first prize. */
export function describeRule(version: string, totalNumbers: number): string {
  const group = findDrawRule(version, totalNumbers)?.groups[0];
  if (!group) return 'Esta rifa não tem uma regra de sorteio.';
  const zeros = '0'.repeat(group.length);
  return `O número do 1º prêmio se lê assim: ${describeGroup(group)}, nesta ordem. Se der ${zeros}, vale o número ${formatCotaNumber(totalNumbers, totalNumbers)}.`;
}

/** Groups adjacent digits of one prize, and the same digit of several prizes. */
export function describeGroup(group: DigitGroup): string {
  const prizes = [...new Set(group.map(({ prize }) => prize))];
  const places = new Set(group.map(({ place }) => place));
  if (places.size === 1 && prizes.length > 1)
    return `a ${PLACES[group[0]!.place]} do ${listed(prizes.map((prize) => `${prize}º`))} prêmios da Loteria Federal`;
  const parts = prizes.map((prize) => {
    const ofPrize = group.filter((pick) => pick.prize === prize);
    const last = ofPrize.at(-1)!.place === 0 && ofPrize.length > 1;
    return last
      ? `os ${ofPrize.length} últimos algarismos do ${prize}º prêmio`
      : `a ${ofPrize.map(({ place }) => PLACES[place]).join(' e a ')} do ${prize}º prêmio`;
  });
  return `${listed(parts)} da Loteria Federal`;
}

export function describeFallback(fallback: DrawAudit['rule']['fallback']): string {
  return fallback === 'lot'
    ? 'Se o número não foi vendido, valem outros algarismos da mesma extração, em ordem já definida; se nenhum servir, um cálculo com a lista e os cinco prêmios escolhe, com chances iguais, entre as cotas vendidas.'
    : 'Se o número não foi vendido, valem outros algarismos da mesma extração, em ordem já definida; se nenhum servir, vale a extração seguinte.';
}

/** Key of a step, unique within its draw: a prize never uses the same digits twice. */
export function stepKey(step: DrawStep): string {
  const read =
    step.kind === 'digits' ? step.digits.map(({ prize, place }) => `${prize}.${place}`).join() : '';
  return `${step.position} ${'extraction' in step ? step.extraction : ''} ${step.kind} ${read}`;
}

export function describeStep(step: DrawStep, totalNumbers: number): string {
  if (step.kind === 'nobody_left') return 'Não sobrou nenhuma cota que pudesse ganhar este prêmio.';
  const number = formatCotaNumber(step.number, totalNumbers);
  if (step.kind === 'lot')
    return `Nenhum dos números podia ganhar. O cálculo declarado escolheu a ${formatInteger(step.place)}ª das ${formatInteger(step.candidates)} cotas que podiam ganhar: número ${number}.`;
  const digits = step.digits.map(({ digit }) => digit).join('');
  const read = `${capitalised(describeGroup(step.digits))}, extração ${step.extraction}: ${digits}, número ${number}.`;
  const verdicts = {
    won: 'Estava na lista: ganhou.',
    unsold: 'Não estava na lista: segue para os próximos algarismos.',
    already_won: 'Esta cota já ganhou outro prêmio: segue para os próximos algarismos.',
  };
  return `${read} ${verdicts[step.verdict]}`;
}

type DrawResult = DrawAudit['draws'][number]['results'][number];

/** Typed, and not yet confirmed by the official source. */
export function isUnconfirmed({ source, officialAgreedAt }: DrawResult): boolean {
  return source === 'typed' && officialAgreedAt === null;
}

/** Source of a result. */
export function originSentence({
  source,
  people,
  sourceUrl,
  enteredAt,
  officialAwaitedUntil,
}: Pick<DrawResult, 'source' | 'people' | 'sourceUrl' | 'enteredAt' | 'officialAwaitedUntil'>): string {
  if (isSimulated({ sourceUrl }))
    return 'Extração simulada desta demonstração: não é um resultado da Loteria Federal.';
  if (source === 'official') return 'Resposta da fonte oficial, guardada como veio.';
  const typed = `Digitado por uma pessoa em ${formatDateTime(enteredAt)} e ${people === 2 ? 'conferido por outra' : 'exposto aqui por ao menos um dia'}`;
  return officialAwaitedUntil === null
    ? `${typed}, sem a espera de dois dias pela fonte oficial.`
    : `${typed}, porque nenhuma fonte publicou até ${formatDateTime(officialAwaitedUntil)}, dois dias depois da extração.`;
}

/** The public mark of an unconfirmed result. */
export function unconfirmedMark({ people }: DrawResult): string {
  return people === 2
    ? 'Digitado por duas pessoas; fonte oficial ainda não confirmou'
    : 'Digitado por uma pessoa; fonte oficial ainda não confirmou';
}

/** A draw whose result was replaced and that is repeated. */
export function isReopened(draws: DrawAudit['draws']): boolean {
  return draws.at(-1)?.results.some(({ isReplaced }) => isReplaced) ?? false;
}

/** Why a draw has more than one version. */
export function correctionSentence(draws: DrawAudit['draws']): string {
  const replaced = draws.at(-2)?.results.find(({ isReplaced }) => isReplaced);
  if (replaced === undefined) return 'o resultado mudou.';
  return replaced.source === 'typed'
    ? 'o resultado digitado era outro, e o da fonte oficial é que vale.'
    : 'a Loteria Federal corrigiu o resultado que tinha publicado.';
}

type ClauseStep = DrawAudit['clauseSteps'][number];

export function isAsSealed(steps: readonly ClauseStep[]): boolean {
  return (steps.at(-1)?.reason ?? 'AS_SEALED') === 'AS_SEALED';
}

/**
 * Sentence about an irregular extraction and how the declared clause applies; empty for one that ran as announced.
 * @param sealed number of the sealed extraction
 */
export function clauseSentence(clause: Pick<ClauseStep, 'reason' | 'extraction'>, sealed: number): string {
  const instead = clause.extraction === null ? 'decide a seguinte' : `decide a ${clause.extraction}`;
  switch (clause.reason) {
    case 'AS_SEALED':
      return `A extração ${sealed} aconteceu como lacrado.`;
    case 'MOVED_LATER':
      return `A loteria ainda não realizou a extração ${sealed} no dia previsto, ou a adiou. Pela regra declarada, o número lacrado vale por até sete dias.`;
    case 'MOVED_EARLIER':
      return `A loteria antecipou a extração ${sealed}, já depois do lacre. Pela regra declarada, vale o número lacrado.`;
    case 'NUMBER_SKIPPED':
      return `A loteria pulou a extração ${sealed}. Pela regra declarada, ${instead}.`;
    case 'RAN_BEFORE_SEAL':
      return `A extração ${sealed} aconteceu antes do lacre e por isso não pode decidir. Pela regra declarada, ${instead}.`;
    case 'RESULT_INCOMPLETE':
      return `A loteria não publicou os cinco prêmios da extração ${sealed} em sete dias. Pela regra declarada, ${instead}.`;
  }
}

/** Once the hour of the draw has passed without a draw. */
export function overdueSentence(
  {
    rifa,
    seals,
    clauseSteps,
  }: Pick<DrawAudit, 'seals' | 'clauseSteps'> & { rifa: Pick<DrawAudit['rifa'], 'drawDate'> },
  now: Date,
): string {
  const [clause, seal] = [clauseSteps.at(-1), seals.at(-1)];
  const happened =
    clause && seal && !isAsSealed(clauseSteps)
      ? clauseSentence(clause, seal.extraction)
      : `${brasiliaDate(new Date(rifa.drawDate)) === brasiliaDate(now) ? 'É hoje! ' : ''}A extração já deve ter acontecido.`;
  return `${happened} Quando o resultado oficial for confirmado, o sorteio começa aqui sozinho.`;
}

function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)!}`;
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
