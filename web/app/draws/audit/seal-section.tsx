import type { DrawAudit } from '@mare/contract/draws/draw-audit.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/style/class-names.ts';
import { formatIsoDate } from '../draw-labels.ts';
import { HashText } from '../hash-text.tsx';
import { AuditSection, Evidence } from './audit-section.tsx';
import { ProofFiles } from './proof-files.tsx';

/** Seals published before the lottery: terms, hash and timestamp proofs. */
export function SealSection({ audit: { rifa, seals, draws, record } }: { audit: DrawAudit }) {
  const seal = seals.at(-1);
  if (!seal)
    return (
      <AuditSection icon="lock" title="O lacre" done={false}>
        <p className="text-ink-soft">
          A lista, a regra e o número da extração serão publicados juntos, antes de a Loteria Federal sortear.
        </p>
      </AuditSection>
    );
  return (
    <AuditSection icon="lock" title="O lacre" done>
      <p>
        Publicado em {formatDateTime(seal.sealedAt)}: vale a extração <strong>{seal.extraction}</strong> da
        Loteria Federal, de {formatIsoDate(seal.extractionDate)}.
      </p>
      <dl>
        <HashText
          label="Lacre (SHA-256). Anote: qualquer mudança na lista ou na regra daria outro."
          hash={seal.hash}
        />
      </dl>
      <Evidence title="O texto lacrado" text={seal.text} />
      {seal.anchor && <Anchor rifaId={rifa.id} version={seal.version} anchor={seal.anchor} />}
      {record && draws.length === 0 && <ProofFiles rifaId={rifa.id} label="Baixar a prova do lacre" />}
      {seals.length > 1 && (
        <ul className="grid gap-1 text-sm text-ink-soft">
          {seals.slice(0, -1).map((old) => (
            <li key={old.version} className="break-all">
              Antes, em {formatDateTime(old.sealedAt)}: extração {old.extraction},{' '}
              {formatIsoDate(old.extractionDate)}, lacre {old.hash}.
            </li>
          ))}
          {seal.reason && <li>Motivo da mudança: {seal.reason}</li>}
        </ul>
      )}
    </AuditSection>
  );
}

interface AnchorProps {
  rifaId: string;
  version: number;
  anchor: NonNullable<DrawAudit['seals'][number]['anchor']>;
}

/** External timestamp proof that the seal existed before the lottery. */
function Anchor({ rifaId, version, anchor }: AnchorProps) {
  const look = classNames(buttonClass({ variant: 'outline', size: 'sm' }));
  return (
    <div className="grid gap-3 rounded-md border border-line p-4 text-sm">
      <p>
        <strong>Carimbo de tempo externo.</strong> Em {formatDateTime(anchor.anchoredAt)} o lacre também foi
        anotado em {anchor.calendar}, fora deste site.{' '}
        {anchor.blockHeight === null
          ? 'O bloco da rede Bitcoin que o guarda sai em algumas horas.'
          : `O bloco ${formatInteger(anchor.blockHeight)} da rede Bitcoin o guarda, e ninguém muda a data dele.`}
      </p>
      <p className="flex flex-wrap gap-3">
        <a href={links.sealText(rifaId, version)} download className={look}>
          Baixar o lacre
        </a>
        <a href={links.sealStamp(rifaId, version)} download className={look}>
          Baixar o carimbo
        </a>
      </p>
    </div>
  );
}
