/** The promotion report as tables, for PDF and workbook: amounts and counts are numbers. */
import { formatCpf } from '@mare/domain/accounts/person-numbers.ts';
import { FIGURES, figureLabels } from '@mare/domain/admin/finance-figures.ts';
import type { PrizeState } from '@mare/domain/draws/prizes/prize-state.ts';
import { formatBrl, formatDateTime } from '@mare/domain/format.ts';
import { formatNumber } from '@mare/domain/numbers/format-number.ts';
import { formatCnpj } from '@mare/domain/rifas/legal/cnpj.ts';
import { routeLabels } from '@mare/domain/rifas/legal/legal-routes.ts';
import { RIFA_STATES } from '@mare/domain/rifas/lifecycle/rifa-state.ts';
import type { XlsxCell } from '../../platform/documents/write-xlsx.ts';
import type { PromotionReport } from './read-promotion-report.ts';

export interface ReportTable {
  name: string;
  head: string[];
  rows: XlsxCell[][];
}

/** Formats a cell for the PDF. */
export function cellText(cell: XlsxCell): string {
  if (typeof cell === 'string') return cell;
  return 'centavos' in cell ? formatBrl(cell.centavos) : String(cell.count);
}

const stateLabels: Record<PrizeState, string> = {
  open: 'Aguarda a ganhadora',
  claimed: 'Pedido pela ganhadora',
  sent: 'Enviado',
  delivered: 'Entregue',
  expired: 'Prescrito',
};

export function formatPromotionReport(report: PromotionReport): ReportTable[] {
  return [
    { name: 'Promoção', head: ['', 'Dado'], rows: promotionRows(report) },
    { name: 'Valores', head: ['', 'Desde a criação da rifa'], rows: figureRows(report) },
    {
      name: 'Prêmios',
      head: [
        'Prêmio',
        'Valor',
        'Número',
        'Ganhador(a)',
        'CPF',
        'Cidade',
        'Situação',
        'Entregue em',
        'Recibo',
      ],
      rows: prizeRows(report),
    },
    ...(report.instantPrizes.length > 0
      ? [
          {
            name: 'Cotas premiadas',
            head: ['Prêmio', 'Número', 'Entregue em'],
            rows: report.instantPrizes.map(({ position, name, number, deliveredAt }) => [
              `${position}. ${name}`,
              number === null ? '' : formatNumber(number, report.totalNumbers),
              formatInstant(deliveredAt),
            ]),
          },
        ]
      : []),
  ];
}

function promotionRows(report: PromotionReport): XlsxCell[][] {
  const { draw, organiser, beneficiary } = report;
  const rows: [string, XlsxCell | null][] = [
    ['Promoção', report.title],
    ['Situação', RIFA_STATES[report.status].label],
    ['Via legal', routeLabels[report.route]],
    ['Número da autorização', report.authorisationNumber],
    ['Validade', formatValidity(report)],
    ['Organização', formatEntity(organiser)],
    ['Entidade beneficiada', formatEntity(beneficiary)],
    ['Regulamento (SHA-256)', report.regulationSha256],
    ['Vendas', `${formatDateTime(report.salesFrom)} a ${formatDateTime(report.salesUntil)}`],
    ['Cotas emitidas', { count: report.totalNumbers }],
    ['Cotas vendidas', { count: report.soldNumbers }],
    ['Pedidos pagos', { count: report.paidOrders }],
    [
      'Extração da Loteria Federal',
      draw && `${draw.extraction}, de ${draw.extractionDate.split('-').toReversed().join('/')}`,
    ],
    ['Sorteio calculado em', draw && formatDateTime(draw.drawnAt)],
    ['Lista de participantes (SHA-256)', draw && draw.listHash],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

function figureRows({ figures }: PromotionReport): XlsxCell[][] {
  return FIGURES.map((figure) => [figureLabels[figure], { centavos: figures?.[figure] ?? 0 }]);
}

function prizeRows({ prizes, totalNumbers }: PromotionReport): XlsxCell[][] {
  if (prizes.length === 0) return [['Ainda sem ganhadores.']];
  return prizes.map(({ position, name, value, number, winner, ...prize }) => [
    `${position}. ${name ?? 'Prêmio'}`,
    value === null ? '' : { centavos: value },
    formatNumber(number, totalNumbers),
    winner.name,
    winner.cpf ? formatCpf(winner.cpf) : '',
    [winner.city, winner.state].filter(Boolean).join(' - '),
    prize.treasuryPaidOn
      ? `Valor pago ao Tesouro Nacional em ${prize.treasuryPaidOn.split('-').toReversed().join('/')}`
      : stateLabels[prize.state],
    formatInstant(prize.deliveredAt),
    prize.hasProof ? 'Guardado' : '',
  ]);
}

function formatValidity({ validFrom, validUntil }: PromotionReport): string | null {
  const days = [validFrom, validUntil].filter((day) => day !== null);
  return days.length === 0 ? null : days.map((day) => day.split('-').toReversed().join('/')).join(' a ');
}

function formatEntity({ name, cnpj }: PromotionReport['organiser']): string | null {
  return [name, cnpj && `CNPJ ${formatCnpj(cnpj)}`].filter(Boolean).join(', ') || null;
}

function formatInstant(instant: Date | null): string {
  return instant === null ? '' : formatDateTime(instant);
}
