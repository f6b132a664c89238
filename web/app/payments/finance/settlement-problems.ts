import { SETTLEMENT_COLUMNS, type SettlementProblem } from '@mare/domain/payments/settlement-report.ts';

/** Problems of a line of a settlement report. */
export const problemLabels: Record<SettlementProblem, string> = {
  HEADER: `este arquivo não é um relatório de liquidação, que tem aqui, uma vez cada, as colunas ${SETTLEMENT_COLUMNS.join(', ')}`,
  ENCODING: 'letras ilegíveis: salve o arquivo em UTF-8',
  CELLS: 'número de colunas diferente do cabeçalho',
  AMOUNT: 'valor que não dá para ler com certeza',
  SUM: 'valor e tarifa não somam o líquido',
  CURRENCY: 'moeda diferente do real',
  DATE: 'data que não dá para ler',
  PAYMENT_ID: 'sem o número do pagamento',
  TYPE: 'tipo de lançamento desconhecido',
  DOUBLED: 'linha repetida',
  ACCOUNT: 'é de outra conta',
  UNKNOWN_PAYMENT: 'este pagamento não existe na loja',
  OTHER_AMOUNT: 'o valor não é o do pagamento na loja',
  CHANGED: 'já foi importada com outro valor ou outra data',
  FEE: 'esta tarifa não é possível para o pagamento',
};

const DOWNLOAD_AGAIN =
  'Baixe o arquivo de novo no provedor e importe-o sem abri-lo em uma planilha, que muda números e datas.';
const COMPARE =
  'Compare com o painel do provedor. Se o arquivo está certo e a loja não, peça um lançamento à mão, com o motivo; se não está, baixe-o de novo.';

const STEPS: Record<SettlementProblem, string> = {
  HEADER: DOWNLOAD_AGAIN,
  ENCODING: DOWNLOAD_AGAIN,
  CELLS: DOWNLOAD_AGAIN,
  AMOUNT: DOWNLOAD_AGAIN,
  SUM: DOWNLOAD_AGAIN,
  DATE: DOWNLOAD_AGAIN,
  PAYMENT_ID: DOWNLOAD_AGAIN,
  DOUBLED: DOWNLOAD_AGAIN,
  CURRENCY: 'A loja só vende em reais: o arquivo é de outra conta ou tem lançamentos que não são dela.',
  TYPE: 'O provedor criou um tipo que a loja não conhece: mostre o arquivo a quem cuida do sistema.',
  ACCOUNT: 'A loja confere uma conta só: baixe o relatório da conta que recebe as vendas.',
  UNKNOWN_PAYMENT:
    'Um pagamento que a loja não conhece: consulte-o no provedor e depois importe o arquivo de novo. Se ele é de um pedido, o pedido fica em dia; se não é, a loja passa a conhecê-lo.',
  OTHER_AMOUNT: COMPARE,
  CHANGED: COMPARE,
  FEE: COMPARE,
};

/** Instructions for the problems of a report, without duplicates. */
export function stepsFor(problems: SettlementProblem[]): string[] {
  return [...new Set(problems.map((problem) => STEPS[problem]))];
}
