import { joinWords } from '@mare/domain/format.ts';
import type { Participation } from '@mare/contract/rifas/rifas.ts';
import { formatDate } from '../../format.ts';

export type Ineligibility = Pick<Participation, 'reason' | 'until' | 'eligibleCities'>;
export type IneligibilityOfRifa = Ineligibility & { rifaId: string };

/** Reasons for ineligibility. */
export function ineligibilityMessage(
  participation: Ineligibility | undefined,
  pauseReason: string | null = null,
): string {
  switch (participation?.reason) {
    case 'city_unknown':
      return 'Informe em Minha Conta a cidade onde você mora: esta rifa é para quem está na região metropolitana de Maceió.';
    case 'other_city':
      return `Você precisa estar em uma cidade da região metropolitana de Maceió: ${joinWords(participation.eligibleCities, 'ou')}.`;
    case 'birth_date_unknown':
      return 'Informe a sua data de nascimento: as rifas são para maiores de 18 anos.';
    case 'under_age':
      return 'As rifas são para maiores de 18 anos.';
    case 'not_on_sale':
      return pauseReason ? `As vendas estão pausadas: ${pauseReason}` : 'Esta rifa não está à venda agora.';
    case 'vip_only':
      return 'Esta rifa é exclusiva para clientes VIP.';
    case 'vip_first':
      return 'Por enquanto esta rifa é só para clientes VIP. Em breve ela abre para todos.';
    case 'excluded':
      return 'Pelo regulamento, quem trabalha na organização ou está na lista de impedidos não pode participar. Se acha que é engano, fale com o suporte.';
    case 'cpf_unknown':
      return 'Informe o seu CPF. Pedimos uma vez só: por ele as cotas, os limites e os prêmios são seus.';
    case 'phone_unconfirmed':
      return 'Confirme o seu celular para comprar de novo. Pedimos uma vez só: assim só você usa o seu CPF aqui.';
    case 'self_excluded':
      return `Você pediu para ficar sem comprar até ${formatDate(participation.until ?? '')}. Suas cotas continuam valendo.`;
    case 'paused':
      return `Você pausou suas compras até ${formatDate(participation.until ?? '')}. Suas cotas continuam valendo.`;
    default:
      return 'Não conseguimos verificar se você pode participar. Recarregue a página e tente de novo.';
  }
}
