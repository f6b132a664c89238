/** Error messages of draws and prizes. */
import { ORPCError } from '@orpc/client';
import { errorMessage } from '../messages.ts';

const reasons: Record<string, string> = {
  not_active: 'As vendas desta rifa já estão encerradas.',
  not_frozen: 'A lista ainda não foi congelada, ou o sorteio já aconteceu.',
  too_late: 'Tarde demais: essa extração já pode ter acontecido. Escolha uma que ainda não aconteceu.',
  not_fair: 'Não há regra justa para este total de números: ele precisa ser uma potência de dez.',
  number_has_run: 'Essa extração, ou uma depois dela, já aconteceu. Escolha uma que ainda não aconteceu.',
  archive_stale:
    'O arquivo de extrações não está em dia, então não há certeza de que essa extração ainda não aconteceu. Confira as fontes.',
  unchanged: 'Isso já está registrado assim.',
  off: 'A busca automática não está configurada. Digite o resultado.',
  unreachable: 'O serviço oficial não respondeu. Tente de novo em instantes, ou digite o resultado.',
  not_json: 'O serviço oficial respondeu outra coisa. Tente de novo, ou digite o resultado.',
  other_lottery: 'A resposta é de outra loteria.',
  other_extraction: 'A resposta é de outra extração.',
  other_date: 'O dia não é o que as fontes informam, nem o que foi lacrado.',
  malformed: 'São cinco prêmios, de cinco algarismos cada, como 29004, 29.004 ou 029004.',
  placeholder: 'O serviço oficial ainda mostra zeros no lugar dos prêmios. Tente de novo mais tarde.',
  not_awaited: 'Nenhuma rifa lacrada espera por essa extração.',
  too_early: 'Essa extração ainda não aconteceu.',
  already_pending: 'Já existe um resultado dessa extração à espera de conferência.',
  not_pending: 'Este resultado já foi conferido.',
  same_person: 'Quem registrou o resultado não pode confirmá-lo. Peça a outra pessoa da administração.',
  prize_delivered: 'Um prêmio deste sorteio já foi entregue, então o resultado não pode mais mudar.',
  official_decides: 'A fonte oficial já publicou o resultado desta extração, e é ele que vale.',
  already_requested: 'Este pedido já espera por uma segunda pessoa. Veja em Aprovações.',
  approver_too_new:
    'Você é da administração há menos de 72 horas e ainda não pode aprovar. A ação vale sozinha no fim da espera.',
  not_admin: 'Só a administração pode aprovar.',
  not_waiting: 'Esta ação já foi decidida. Recarregue para ver.',
  already_delivered: 'A entrega já está registrada.',
  voucher_pending: 'Este prêmio tem um voucher válido: o parceiro registra a entrega ao validar.',
  proof_required: 'Um prêmio em dinheiro só conta como entregue com o comprovante da transferência.',
  owed_to_treasury:
    'Este prêmio prescreveu, e a lei manda recolher o valor ao Tesouro Nacional: ele não pode mais ser entregue.',
  prize_over: 'Este prêmio já foi entregue, ou o prazo para pedi-lo terminou.',
  not_owed: 'Só o valor de um prêmio prescrito de promoção autorizada pela SPA/MF vai ao Tesouro Nacional.',
  not_delivered: 'Registre primeiro a entrega do prêmio.',
  in_future: 'Essa data ainda não chegou.',
  order_not_paid:
    'O pagamento deste pedido foi devolvido ou está contestado. Resolva isso antes de entregar.',
  no_header: 'O arquivo precisa ter as colunas concurso, data_iso e p1 a p5 na primeira linha.',
  over: 'O prazo para pedir este prêmio terminou.',
};

/** Formats the message of a failed call. Never empty. */
export function drawErrorMessage(error: unknown): string {
  if (error instanceof ORPCError && error.code === 'DRAW_REJECTED') {
    const { reason } = error.data as { reason: string };
    return reasons[reason.toLowerCase()] ?? errorMessage(error);
  }
  return errorMessage(error);
}
