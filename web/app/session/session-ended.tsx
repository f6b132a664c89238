/** Reason for having to sign in again. */
export function SessionEnded() {
  return (
    <output>
      Seu acesso terminou: venceu ou foi encerrado em outro lugar. Entre de novo para continuar.
    </output>
  );
}
