import type { LoggedEntry } from '@mare/contract/transparency/transparency.ts';
import { formatInteger } from '../format.ts';
import { EvidenceAlert } from '../ui/evidence-alert.tsx';

/** The log as the site shows it now. */
export interface ShownLog {
  entries: readonly LoggedEntry[];
  missing: number;
}

/** Whether signed entries were deleted from the database, or changed there. */
export function isDamaged({ entries, missing }: ShownLog): boolean {
  return missing > 0 || entries.some(({ isGenuine }) => !isGenuine);
}

/** Alert that signed entries were deleted from the database or changed there. First item of its grid. */
export function DamagedLog({ entries, missing }: ShownLog) {
  const changed = entries.filter(({ isGenuine }) => !isGenuine).length;
  return (
    <EvidenceAlert
      title="O banco de dados do site não tem mais o registro como foi assinado."
      className="order-first"
    >
      {missing > 0 && (
        <p>
          {missing === 1
            ? 'O texto de 1 anotação assinada foi apagado.'
            : `Os textos de ${formatInteger(missing)} anotações assinadas foram apagados.`}{' '}
          A assinatura prova que {missing === 1 ? 'ela existiu' : 'elas existiram'}, e quem guardou uma cópia
          do registro mostra o que dizia.
        </p>
      )}
      {changed > 0 && (
        <p>
          {changed === 1
            ? '1 anotação desta lista foi mudada'
            : `${formatInteger(changed)} anotações desta lista foram mudadas`}{' '}
          depois de assinada{changed === 1 ? '' : 's'}.
        </p>
      )}
      <p>
        Guarde uma cópia desta tela e pergunte à organização o motivo. Seus comprovantes continuam valendo
        como prova.
      </p>
    </EvidenceAlert>
  );
}
