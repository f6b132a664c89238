import { useEffect, useState } from 'react';
import type { Compared, Fork } from '@mare/domain/transparency/witness/seen-checkpoints.ts';
import { formatDateTime, formatInteger } from '../format.ts';
import { Button } from '../ui/button.tsx';
import { EvidenceAlert } from '../ui/evidence-alert.tsx';
import { Icon } from '../ui/style/icons.tsx';
import { saveFile } from '../ui/save-file.ts';
import { DamagedLog, isDamaged, type ShownLog } from './damaged-log.tsx';
import { watchLog } from './watch-log.ts';

interface LogWatchProps {
  /** Shows only contradictions. */
  quiet?: boolean;
  /** The log as the page shows it. */
  shown?: ShownLog;
}

/** Compares the public log with checkpoints of earlier visits and with signed ones. Load it lazily. */
export default function LogWatch({ quiet = false, shown }: LogWatchProps) {
  const [compared, setCompared] = useState<Compared | null>(null);
  useEffect(() => {
    let isShown = true;
    watchLog().then(
      (result) => isShown && setCompared(result),
      // Offline, or too many requests: the next visit compares again.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  const fork = compared?.logs[0]?.fork;
  if (compared?.state === 'FORK' && fork) return <ForkAlert fork={fork} />;
  if (compared?.state === 'NEW_LOG') return <NewLog origin={compared.logs[0]!.origin} />;
  if (shown && isDamaged(shown)) return <DamagedLog {...shown} />;
  const keyBrokenAt = compared?.logs[0]?.keyBrokenAt;
  if (keyBrokenAt !== undefined) return <BrokenKey at={keyBrokenAt} />;
  if (quiet || !compared) return null;
  return (
    <output className="flex items-start gap-3 rounded-md bg-sea-tint px-4 py-3">
      <Icon name="shield" className="mt-0.5 size-5 shrink-0 text-sea" />
      <span>{growthSentence(compared)}</span>
    </output>
  );
}

function growthSentence({ state, size, before }: Compared): string {
  if (state === 'UNSIGNED') return 'O registro ainda não está assinado, então não há o que comparar.';
  if (state === 'INVALID')
    return 'O que o site mostrou agora não está assinado pela chave do registro. Recarregue a página; se continuar, guarde uma cópia da tela.';
  if (state === 'FIRST')
    return `Este aparelho guardou o registro com ${formatInteger(size!)} anotações. A partir da próxima visita, ele confere que nenhuma foi mudada ou apagada.`;
  if (state === 'SAME')
    return `Este aparelho conferiu: o registro é o mesmo da sua última visita, com ${formatInteger(size!)} anotações.`;
  return `Este aparelho conferiu: desde a sua última visita o registro cresceu de ${formatInteger(before!)} para ${formatInteger(size!)} anotações, sem mudar nem apagar nenhuma.`;
}

/** Evidence of two histories: kept on the device, and exported with one click. */
function ForkAlert({ fork }: { fork: Fork }) {
  return (
    <EvidenceAlert
      title={
        <h2 className="flex items-center gap-3 text-xl">
          <Icon name="alert" className="size-7 shrink-0" />
          O registro público se contradiz
        </h2>
      }
    >
      <p>
        Em {formatDateTime(fork.foundAt)} o site mostrou a este aparelho um registro que não contém o que já
        tinha mostrado e assinado antes. Anotações foram mudadas ou apagadas, ou pessoas diferentes veem
        registros diferentes.
      </p>
      <p>
        As duas assinaturas são a prova. Baixe o arquivo e guarde. Além da organização, avise o Procon da sua
        cidade, a Secretaria de Prêmios e Apostas do Ministério da Fazenda ou o Ministério Público.
      </p>
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => saveFile('registro-contraditorio.json', new Blob([JSON.stringify(fork, null, 2)]))}
      >
        Baixar a prova
      </Button>
    </EvidenceAlert>
  );
}

function BrokenKey({ at }: { at: string }) {
  return (
    <output className="block rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      Em {formatDateTime(at)} este aparelho viu outra chave assinar o registro, e a troca de chave não foi
      assinada pela chave anterior. O que este aparelho já tinha visto não mudou. Pergunte à organização o
      motivo: se perdeu a chave, ela deveria ter anunciado.
    </output>
  );
}

function NewLog({ origin }: { origin: string }) {
  return (
    <output className="block rounded-md bg-warning-tint px-4 py-3 font-semibold text-warning">
      O site passou a usar outro registro público ({origin}). O anterior continua guardado neste aparelho.
      Pergunte à organização o motivo: ele deveria estar anunciado.
    </output>
  );
}
