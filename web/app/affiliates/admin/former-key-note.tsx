/** Warns that an approved payout keeps the Pix key it was approved with. */
export function FormerKeyNote() {
  return (
    <p className="text-sm font-semibold">
      Quem recebe trocou a chave Pix depois da aprovação. Este repasse está com a chave de antes: para pagar
      na nova, deixe para o próximo mês.
    </p>
  );
}
