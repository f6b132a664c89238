/** Describes an entry of the public log in one Portuguese sentence. */
import { formatBrl, formatDateTime, formatInteger } from '../../format.ts';
import { formatNumber } from '../../numbers/format-number.ts';
import type { EntryOf, LogEntry } from './log-entry.ts';

const cotas = (count: number) => `${formatInteger(count)} ${count === 1 ? 'cota' : 'cotas'}`;
const soldCotas = (count: number) => `${cotas(count)} ${count === 1 ? 'vendida' : 'vendidas'}`;
const short = (hash: string) => `${hash.slice(0, 12)}…`;

const EXITS: Record<string, string> = {
  reembolso: 'por reembolso',
  desistencia: 'por desistência de quem comprou',
  contestacao: 'porque o pagamento foi contestado',
  doacao: 'porque foram dadas de presente',
  cancelamento: 'porque a rifa foi cancelada',
};

type Sentence<Kind extends LogEntry['kind']> = (entry: EntryOf<Kind>, totalNumbers: number) => string;

const SENTENCES: { [Kind in LogEntry['kind']]: Sentence<Kind> } = {
  published: ({ title, totalNumbers, priceCentavos, prizes, drawDate, declared }) =>
    [
      `A rifa “${title}” foi publicada com ${cotas(totalNumbers)} de ${formatBrl(priceCentavos)} e ${prizes.length} ${prizes.length === 1 ? 'prêmio' : 'prêmios'}.`,
      ...(drawDate === null ? [] : [`Sorteio em ${formatDateTime(drawDate)}.`]),
      ...(declared.length === 0 ? [] : [`Condições declaradas: ${declared.join('; ')}.`]),
    ].join(' '),
  hidden: ({ seed, round }) =>
    `As cotas premiadas vão sair da semente ${short(seed)} e da rodada ${formatInteger(round)} do farol público, que ainda não aconteceu.`,
  placed: ({ round }) =>
    `A rodada ${formatInteger(round)} do farol público saiu, e as cotas premiadas têm os seus números.`,
  revealed: () => 'A semente das cotas premiadas foi aberta: qualquer pessoa refaz a escolha dos números.',
  instantDelivered: ({ position, number }, total) =>
    `A cota premiada ${position}, de número ${formatNumber(number, total)}, foi entregue.`,
  instantVoided: ({ position, number }, total) =>
    `A cota premiada ${position}, de número ${formatNumber(number, total)}, foi anulada: o pagamento de quem achou voltou antes da entrega. Ela não passa a outra pessoa.`,
  instantRestored: ({ position, number }, total) =>
    `A cota premiada ${position}, de número ${formatNumber(number, total)}, voltou a valer para quem achou: o banco desfez a contestação.`,
  orderOpened: () => 'A ordem secreta em que os números saíram foi aberta.',
  receipt: () => 'Um pedido foi pago.',
  exit: ({ reason, numbers }) =>
    `${numbers[0] === 'todas' ? 'Todas as cotas' : cotas(numbers.length)} de um comprovante saíram ${EXITS[reason] ?? `(${reason})`}.`,
  count: ({ soldNumbers, soldManually }) =>
    `${soldCotas(soldNumbers)} até aqui${soldManually > 0 ? `, ${formatInteger(soldManually)} delas em mãos, pela organização` : ''}.`,
  frozen: ({ soldNumbers, excludedNumbers, merkleRoot }) =>
    `A lista foi congelada com ${cotas(soldNumbers)}${excludedNumbers > 0 ? ` (${formatInteger(excludedNumbers)} ficaram fora: reembolso ou contestação)` : ''}. Raiz ${short(merkleRoot)}`,
  sealed: ({ version, extraction, sealHash }) =>
    `O sorteio foi ${version === 1 ? 'lacrado' : 'lacrado de novo'} para a extração ${extraction} da Loteria Federal. Lacre ${short(sealHash)}`,
  clause: ({ extraction, decides }) =>
    decides
      ? `Pela cláusula declarada, a extração ${extraction} decide.`
      : `Pela cláusula declarada, a extração ${extraction} passou a ser a esperada.`,
  result: ({ extraction, prizes, source, bodyHash }) =>
    `Resultado da extração ${extraction} ${source === 'official' ? 'da fonte oficial' : `digitado por administradores${bodyHash ? ' e confirmado pela fonte oficial' : ''}`}: ${prizes.join(', ')}.`,
  winners: ({ version, numbers }, total) => {
    const won = numbers
      .map((pair) => pair.split(':')[1])
      .filter((number) => number !== '-')
      .map((number) => formatNumber(Number(number), total));
    return `${version === 1 ? 'Sorteio feito' : `Sorteio refeito (versão ${version})`}: ${won.length === 0 ? 'nenhuma cota podia ganhar' : `${won.length === 1 ? 'cota' : 'cotas'} ${won.join(', ')}`}.`;
  },
  correction: ({ extraction, reason }) => `O resultado da extração ${extraction} foi corrigido. ${reason}`,
  amended: ({ reason, changes }) =>
    `A página da rifa foi corrigida. ${changes.join('. ')}. Motivo: ${reason}`,
  postponed: ({ soldNumbers, drawDate }) =>
    `Com ${soldCotas(soldNumbers)} até a data, menos que o mínimo declarado, o sorteio foi adiado para ${formatDateTime(drawDate)}.`,
  cancelled: ({ reason }) => `A rifa foi cancelada. ${reason}`,
  delivered: ({ position, number }, total) =>
    `O ${position}º prêmio, da cota ${formatNumber(number, total)}, foi entregue.`,
  programs: ({ sumsHash }) =>
    `Os programas de conferência que este site entrega são os de SHA256SUMS ${short(sumsHash)}`,
  keyChange: ({ lossReason }) =>
    lossReason === null
      ? 'A chave anterior e a nova assinaram a troca de uma pela outra.'
      : `A chave anterior se perdeu e não assinou a troca: só a própria loja diz que quem assina agora é ela. Motivo: ${lossReason}`,
  key: ({ before }) =>
    before === null
      ? 'O registro público começou a ser assinado.'
      : 'O registro passou a ser assinado por outra chave.',
};

/** @param totalNumbers of the entry's rifa; 0 for none */
export function describeEntry(entry: LogEntry, totalNumbers: number): string {
  const sentence = SENTENCES[entry.kind] as (entry: LogEntry, totalNumbers: number) => string;
  return sentence(entry, totalNumbers);
}
