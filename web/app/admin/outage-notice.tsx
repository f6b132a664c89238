import type { ReactNode } from 'react';
import type { Outage } from '@mare/contract/admin/outage.ts';

/** Alerts about outages of the shop. Renders nothing without one. */
export function OutageNotice({ outage }: { outage: Outage }) {
  return (
    <>
      {outage.rejectsWrites && (
        <Stopped title="A loja não consegue gravar.">
          Ninguém consegue comprar, entrar ou mudar nada até isso passar; o que já foi pago está guardado.
          Peça a quem hospeda o site que veja o espaço em disco do banco de dados.
        </Stopped>
      )}
      {outage.isWorkerDown && (
        <Stopped title="O trabalho em segundo plano parou.">
          Compras e pagamentos continuam, mas mensagens não saem, reservas vencidas não são liberadas, e
          reembolsos e sorteios esperam. Tudo é posto em dia quando ele voltar: peça a quem hospeda o site que
          inicie um worker.
        </Stopped>
      )}
    </>
  );
}

function Stopped({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="alert" className="rounded-md bg-danger-tint p-4 text-danger">
      <p className="font-bold">{title}</p>
      <p className="text-sm">{children}</p>
    </div>
  );
}
