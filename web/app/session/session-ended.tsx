/** Why a person is asked to sign in again. */
export function SessionEnded() {
  return (
    <output>
      Seu acesso neste aparelho terminou: venceu ou foi encerrado em outro lugar. Entre de novo para voltar à
      página em que estava.
    </output>
  );
}
