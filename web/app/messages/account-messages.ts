import type { accountErrors } from '@mare/contract/errors/account-errors.ts';
import { INVALID_CPF, INVALID_PHONE, UNKNOWN_CITY, WRONG_BIRTH_DATE } from './field-messages.ts';
import type { MessagesOf } from './messages-of.ts';

export const accountMessages: MessagesOf<keyof typeof accountErrors> = {
  CANNOT_TARGET_SELF: 'Você não pode fazer isso com a sua própria conta.',
  INVALID_PROFILE: ({ field }) =>
    ({
      phone: INVALID_PHONE,
      cpf: INVALID_CPF,
      city: UNKNOWN_CITY,
      birthDate: WRONG_BIRTH_DATE,
      age: 'É preciso ter 18 anos ou mais para participar.',
    })[field],
  PERSON_CONFLICT: ({ reason }) =>
    ({
      other_account:
        'Este CPF já é de outra conta. Entre nela, ou recupere a senha, e compre por lá. Se você não a conhece, fale com o suporte.',
      other_cpf:
        'Esta conta já tem um CPF confirmado, e ele não muda. Se ele está errado, fale com o suporte.',
      other_phone:
        'Este celular já está confirmado por outra pessoa. Confirme outro celular ou, se este é o seu, fale com o suporte.',
      other_email: 'Este e-mail é de outra conta. Use o seu, ou entre na conta desse e-mail.',
    })[reason],
  RECENT_PROOF_REQUIRED: 'Para fazer isto, confirme antes que é você.',
  PROOF_INVALID: 'Não confere, ou o código já venceu. Tente de novo.',
  UNDO_CLOSED: ({ reason }) =>
    ({
      undone: 'Esta mudança já foi desfeita.',
      late: 'O prazo de 48 horas para desfazer passou. Fale com o suporte.',
      taken: 'O endereço ou login anterior já está em outra conta. Fale com o suporte.',
    })[reason],
  ACCOUNT_IN_USE: 'Sua conta ainda tem pedidos, sorteios ou valores em aberto e não pode ser excluída agora.',
  INVITATION_CLOSED: 'Este convite já foi usado, foi cancelado ou venceu. Peça outro a quem convidou você.',
  INVITATION_OTHER_EMAIL:
    'Este convite foi mandado para outro e-mail. Entre com a conta dele, já confirmada, e abra o link de novo.',
  LAST_ADMIN: 'Esta é a única conta de administração. Dê este acesso a outra pessoa antes.',
  STAFF_ACCOUNT: 'Quem é da equipe corrige os próprios dados em Minha conta.',
  ADMIN_ROLE_REQUESTED:
    'Esta conta espera pelo papel de administração. Até lá, só quem é dono dela corrige os dados, em Minha conta.',
  RECENT_CHANGE:
    'O acesso ou um contato desta conta mudou há menos de 48 horas, e quem é dono dela ainda pode desfazer. Tente de novo depois disso.',
  INVALID_CONTACT: 'Informe um e-mail ou um celular com DDD.',
  INVALID_MOBILE_PHONE: 'Informe um celular com DDD.',
  CODE_INVALID: 'Código incorreto ou vencido. Confira, ou peça outro.',
  EMAIL_IN_USE: 'Outra conta já usa este e-mail. Se for a mesma pessoa, junte as duas contas.',
  MERGE_REJECTED: ({ reason }) =>
    ({
      same: 'As duas contas são a mesma.',
      staff: 'Contas da equipe não podem ser unidas a outra.',
      deleted: 'Uma das contas já foi encerrada.',
      affiliates: 'As duas contas são de afiliados. Suspenda e acerte uma delas antes.',
      pending_orders: 'A conta que termina tem um pedido aguardando pagamento. Tente de novo em 15 minutos.',
      recent_change:
        'O acesso, um contato ou a chave Pix da conta que termina mudou há menos de 48 horas, e quem é dono dela ainda pode desfazer. Tente de novo depois disso.',
      not_express: 'Esta conta já tem e-mail próprio. O suporte junta as duas para você.',
      other_email: 'As contas têm e-mails diferentes. O suporte junta as duas para você.',
      other_cpf: 'As contas têm CPFs diferentes. Fale com o suporte, que confere e junta as duas.',
      blocked: 'Uma das contas está bloqueada. Fale com o suporte.',
    })[reason],
};
