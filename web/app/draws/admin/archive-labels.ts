import type { ComingExtractionView, LotteryArchive } from '@mare/contract/draws/lottery-archive.ts';
import { formatIsoDate } from '../draw-labels.ts';

export function sourceLabel(name: string): string {
  if (name === 'official') return 'Serviço oficial';
  return name === 'file' ? 'Arquivo importado' : name;
}

/** Label of an announced date, or the historical accuracy of its prediction. */
export function confidenceLabel({
  announced,
  confidence,
}: Pick<ComingExtractionView, 'announced' | 'confidence'>): string {
  if (announced) return 'Anunciada pela loteria';
  if (confidence === null) return 'Estimada';
  return `Estimada: ${Math.round(confidence * 100)}% de acerto no histórico`;
}

export function anomalySentence(anomaly: LotteryArchive['anomalies'][number]): string {
  const number = String(anomaly.number);
  switch (anomaly.kind) {
    case 'NUMBER_GAP':
      return `Da extração ${anomaly.previous} a numeração passou para ${number}.`;
    case 'DATE_BEFORE_PREVIOUS':
      return `A extração ${number} tem data (${formatIsoDate(anomaly.date)}) anterior à da que veio antes (${formatIsoDate(anomaly.previousDate)}).`;
    case 'NO_PRIZES':
      return `A extração ${number}, de ${formatIsoDate(anomaly.date)}, não tem os cinco prêmios.`;
    case 'SOURCES_DISAGREE':
      return `As fontes divergem ${anomaly.field === 'date' ? 'da data' : 'dos prêmios'} da extração ${number}: ${anomaly.sources.map(sourceLabel).join(', ')}.`;
  }
}

const REJECTED: Record<string, string> = {
  WRONG_FIELDS: 'não tem todos os campos.',
  INVALID_NUMBER: 'o número do concurso não é válido.',
  INVALID_DATE: 'a data não é válida (use AAAA-MM-DD).',
  DUPLICATE_NUMBER: 'o número já apareceu em outra linha.',
};

export function rejectedLineLabel(reason: string): string {
  return REJECTED[reason] ?? 'não pôde ser lida.';
}
