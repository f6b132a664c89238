import type { generalErrors } from '@mare/contract/errors/general-errors.ts';
import { formatWait } from '../format.ts';
import type { MessagesOf } from './messages-of.ts';

export const generalMessages: MessagesOf<keyof typeof generalErrors> = {
  NOT_AUTHENTICATED: 'Erro de permissão. Faça login novamente.',
  NOT_FOUND: 'Dados não encontrados.',
  NOT_ADMIN: 'Sem permissão para acessar dados administrativos',
  VERSION_CONFLICT: 'Alguém alterou antes de você. Recarregue para ver o que mudou e tente de novo.',
  OUTCOME_UNKNOWN:
    'O primeiro envio pode ter dado certo, e não sabemos ainda. Recarregue e confira antes de enviar de novo.',
  FEATURE_CLOSED: ({ feature }) =>
    ({
      sales: 'As compras estão pausadas por um momento. Tente de novo mais tarde.',
      affiliates: 'O programa de afiliados não aceita novas contas agora.',
      partnerApplications: 'Não estamos recebendo novos parceiros agora.',
      newsletter: 'A newsletter não aceita novas inscrições agora.',
      groupPurchases: 'Novos bolões estão pausados agora. Você ainda pode comprar as suas cotas.',
    })[feature],
  BUSY: 'Muita gente comprando agora. Tente de novo em instantes.',
  TOO_MANY_REQUESTS: ({ retryAfterSeconds }) =>
    `Muitas tentativas. Tente de novo em ${formatWait(retryAfterSeconds)}.`,
};
