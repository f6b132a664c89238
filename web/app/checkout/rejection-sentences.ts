/** Reasons that may stand in the address of the rejected page. Anything else there is not shown. */
const sentences: Readonly<Record<string, string>> = {
  recusado: 'O banco não aprovou este pagamento.',
  saldo: 'O saldo não era suficiente para este pagamento.',
  expirado: 'O código do Pix venceu antes do pagamento.',
  cancelado: 'Este pagamento foi cancelado.',
};

export function rejectionSentence(reason: string | null): string {
  return (
    (reason !== null && Object.hasOwn(sentences, reason) && sentences[reason]) ||
    'O pagamento não foi aprovado.'
  );
}
