/** Why a payment did not come about, as a buyer reads it. The one catalogue: nothing else is ever shown as a reason. */

/** By the provider's own word for it. */
const SENTENCES = {
  rejected_by_bank: 'O banco recusou o pagamento. Tente novamente ou use outra conta.',
  bank_error: 'O banco não respondeu. Tente novamente em instantes.',
  insufficient_amount: 'Saldo insuficiente na conta escolhida.',
  expired: 'O prazo do pagamento terminou.',
  by_payer: 'O pagamento foi cancelado.',
  by_collector: 'O prazo da reserva terminou.',
} as const;

export const GENERIC_REJECTION = 'O pagamento não foi concluído. Nada foi cobrado.';

const CATALOGUE: ReadonlySet<string> = new Set([...Object.values(SENTENCES), GENERIC_REJECTION]);

/** @param detail the provider's `status_detail` */
export function rejectionMessage(detail: string | null): string {
  return detail !== null && Object.hasOwn(SENTENCES, detail)
    ? SENTENCES[detail as keyof typeof SENTENCES]
    : GENERIC_REJECTION;
}

/** A sentence that came in an address, where anybody can write: null unless it is one of ours. */
export function knownRejectionMessage(text: string | null): string | null {
  return text !== null && CATALOGUE.has(text) ? text : null;
}
