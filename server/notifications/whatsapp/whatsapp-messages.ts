/** Messages in the exact text of the approved templates; docs/operations.md lists them. */
import type { WhatsAppMessage, WhatsAppTemplate } from '../../platform/messages/whatsapp.ts';

const NUMBERS_SHOWN = 20;

type NewsTemplate = Exclude<WhatsAppTemplate, 'codigo'>;

const WORDING: Record<NewsTemplate, (...places: string[]) => string> = {
  pagamento_confirmado: (rifa, numbers, url) =>
    `Pagamento confirmado! Seus números em “${rifa}”: ${numbers}. Boa sorte! Recibo e comprovante: ${url}`,
  sorteio_amanha: (rifa, url) =>
    `O sorteio de “${rifa}” está chegando, e as suas cotas concorrem. Acompanhe: ${url}`,
  vendas_abertas: (rifa, url) => `As vendas de “${rifa}” abriram, como você pediu para avisar: ${url}`,
  voce_ganhou: (prize, rifa, url) =>
    `Você ganhou ${prize} em “${rifa}”! Entre na sua conta para pedir o prêmio: ${url}. Nunca pedimos pagamento para entregar um prêmio.`,
  premio_corrigido: (prize, rifa, url) =>
    `Avisamos que você ganhou ${prize} em “${rifa}”, mas o resultado da loteria que usamos estava errado e foi corrigido. Veja o que mudou: ${url}`,
};

/** The service renders its own text; this one is for the demonstration's mailbox. */
export function codeMessage(to: string, code: string, shopName: string): WhatsAppMessage {
  const text = `${shopName}: ${code} é o seu código. Não o informe a ninguém.`;
  return { to, template: 'codigo', parameters: [code], text };
}

export function whatsAppMessage(
  to: string,
  template: NewsTemplate,
  parameters: readonly string[],
): WhatsAppMessage {
  return { to, template, parameters, text: WORDING[template](...parameters) };
}

/** The first numbers and a count of the rest. @param numbers formatted */
export function summarizeNumbers(numbers: readonly string[]): string {
  const more = numbers.length - NUMBERS_SHOWN;
  const shown = numbers.slice(0, NUMBERS_SHOWN).join(', ');
  return more > 0 ? `${shown} e mais ${more}` : shown;
}
