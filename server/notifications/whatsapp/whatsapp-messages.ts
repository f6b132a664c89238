/** What is told by WhatsApp, word for word as the approved templates have it: docs/operations.md lists them. */
import type { WhatsAppMessage, WhatsAppTemplate } from '../../platform/messages/whatsapp.ts';

const NUMBERS_TOLD = 20;

const WORDING: Record<WhatsAppTemplate, (...places: string[]) => string> = {
  codigo: (code) => `${code} é o seu código da Maré da Sorte. Não o informe a ninguém.`,
  pagamento_confirmado: (rifa, numbers, address) =>
    `Pagamento confirmado! Seus números em "${rifa}": ${numbers}. Boa sorte! Recibo e comprovante: ${address}`,
  sorteio_amanha: (rifa, address) =>
    `O sorteio de "${rifa}" está chegando, e as suas cotas concorrem. Acompanhe: ${address}`,
  voce_ganhou: (prize, rifa, address) =>
    `Você ganhou ${prize} em "${rifa}"! Entre na sua conta para pedir o prêmio: ${address}. Nunca pedimos pagamento para entregar um prêmio.`,
};

export function whatsAppMessage(
  to: string,
  template: WhatsAppTemplate,
  parameters: readonly string[],
): WhatsAppMessage {
  return { to, template, parameters, text: WORDING[template](...parameters) };
}

/** The first of them, and how many more. @param numbers as people read them */
export function numbersTold(numbers: readonly string[]): string {
  const more = numbers.length - NUMBERS_TOLD;
  const told = numbers.slice(0, NUMBERS_TOLD).join(', ');
  return more > 0 ? `${told} e mais ${more}` : told;
}
