/** Rejection reasons as shown to buyers. No other text is shown as a reason. */

/** By the provider's `status_detail`. */
const MESSAGES = {
  rejected_by_bank: 'O banco recusou o pagamento. Tente novamente ou use outra conta.',
  bank_error: 'O banco não respondeu. Tente novamente em instantes.',
  insufficient_amount: 'Saldo insuficiente na conta escolhida.',
  expired: 'O prazo do pagamento terminou.',
  by_payer: 'O pagamento foi cancelado.',
  by_collector: 'O prazo da reserva terminou.',
} as const;

export const GENERIC_REJECTION = 'O pagamento não foi concluído. Nada foi cobrado.';

const CATALOGUE: ReadonlySet<string> = new Set([...Object.values(MESSAGES), GENERIC_REJECTION]);

/** @param detail the provider's `status_detail` */
export function rejectionMessage(detail: string | null): string {
  return detail !== null && Object.hasOwn(MESSAGES, detail)
    ? MESSAGES[detail as keyof typeof MESSAGES]
    : GENERIC_REJECTION;
}

/** Validates a message from a URL, which is untrusted. @returns null unless it is a known message */
export function knownRejectionMessage(text: string | null): string | null {
  return text !== null && CATALOGUE.has(text) ? text : null;
}
