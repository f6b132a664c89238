import type { partnerErrors } from '@mare/contract/errors/partner-errors.ts';
import { formatDate, formatDateTime } from '../format.ts';
import type { MessagesOf } from './messages-of.ts';

export const partnerMessages: MessagesOf<keyof typeof partnerErrors> = {
  PAYOUT_FROZEN: ({ until }) =>
    `Quem recebe mudou a conta ou a chave Pix há pouco. Por segurança, o repasse espera até ${formatDateTime(until)}.`,
  PAYOUT_CHANGED: 'Este repasse já mudou: a lista mostra como ele está agora.',
  INVALID_PIX_KEY: 'Esta chave Pix não parece certa. Confira e tente de novo.',
  PIX_KEY_MISSING: 'Falta a chave Pix de quem vai receber.',
  PARTNER_LOGIN_INVALID: 'Credenciais inválidas ou parceiro inativo',
  PARTNER_CODE_INVALID: 'Código incorreto ou vencido.',
  PARTNER_SIGN_IN: 'Sua sessão de parceiro terminou. Entre de novo.',
  INVALID_PARTNER: ({ field }) =>
    ({
      phone: 'Confira o telefone com DDD.',
      pixKey: 'Esta chave Pix não parece certa. Confira ou deixe em branco.',
    })[field],
  PARTNER_EXISTS: 'Já existe um parceiro com este e-mail.',
  VOUCHER_INVALID: ({ reason, at, attemptsLeft }) =>
    ({
      unknown: 'Não existe voucher com este código. Confira letra por letra ou leia o QR code.',
      other_partner: 'Este voucher é para usar em outro parceiro: o nome está no próprio voucher.',
      used: `Este voucher já foi usado aqui${at ? `, em ${formatDateTime(at)}` : ''}.`,
      expired: `Este voucher venceu${at ? ` em ${formatDate(at)}` : ''}. Quem ganhou pode falar com o suporte da loja.`,
      blocked: 'Este voucher está em análise. Peça a quem ganhou que fale com o suporte da loja.',
      wrong_pin: `O PIN não é este. Peça a quem ganhou que confira em Meus vouchers: ${
        attemptsLeft === 1 ? 'resta 1 tentativa' : `restam ${attemptsLeft ?? 0} tentativas`
      }.`,
      locked: `Muitos PINs errados. Tente de novo${at ? ` depois de ${formatDateTime(at)}` : ' mais tarde'}.`,
    })[reason],
  VOUCHER_FINAL: 'Este voucher já foi usado, foi retirado ou o prêmio não depende mais dele.',
  VOUCHER_USE_FINAL:
    'O uso só pode ser desfeito nos primeiros 10 minutos. Se foi engano, fale com o suporte da loja.',
  BOOKING_DATES_INVALID:
    'Escolha de uma a três datas a partir de agora, enquanto o voucher vale. Se uma delas já passou, proponha outra.',
};
