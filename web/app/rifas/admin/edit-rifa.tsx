import { useRef, useState } from 'react';
import type { EditedRifa, ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { reviewPublishedChange } from '@mare/domain/rifas/corrections/published-changes.ts';
import { dateTimeText } from '../../admin/typed-values.ts';
import { CorrectionDialog } from './state/correction-dialog.tsx';
import { type RifaFields, rifaFieldsOf, rifaOf } from './fields/rifa-fields.ts';
import { LegalFilesCard } from './legal-files-card.tsx';
import { Part, PartsMenu } from './page-parts.tsx';
import { ChangeRulesTable } from './published/change-rules-table.tsx';
import { RifaForm } from './rifa-form.tsx';
import { RifaOptionsCard } from './rifa-options-card.tsx';
import { RifaTermsCard } from './rifa-terms-card.tsx';
import { SaveFailure, useSaveRifa } from './save-rifa.tsx';

interface EditRifaProps {
  rifa: ManagedRifa;
  onReload: () => Promise<unknown>;
}

/** The forms of a rifa, all over one stored version. */
export function EditRifa({ rifa, onReload }: EditRifaProps) {
  const [saved, setSaved] = useState(0);
  const hadFocus = useRef(false);
  const [correcting, setCorrecting] = useState<EditedRifa | null>(null);
  const save = useSaveRifa(() => {
    setCorrecting(null);
    void onReload().then(() => setSaved((times) => times + 1));
  }, rifa.soldNumbers > 0);
  const fields = rifaFieldsOf(rifa);
  const isPublished = rifa.publishedAt !== null;
  const corrections = correcting ? correctionsOf(rifa, correcting) : [];
  const failure = save.isError && <SaveFailure error={save.error} onReload={onReload} />;
  const store = (edited: EditedRifa, reason: string | null = null) =>
    save.mutate({ id: rifa.id, version: rifa.version, rifa: edited, reason });
  const onSave = (fields: RifaFields) => {
    const edited = editedPart(rifa, fields, isPublished);
    if (correctionsOf(rifa, edited).length === 0) return store(edited);
    save.reset();
    setCorrecting(edited);
  };
  return (
    <>
      {isPublished && <ChangeRulesTable status={rifa.status} />}
      <PartsMenu />
      {/* All share the rifa's version. Saving one keeps input in the others, unless their stored values changed. */}
      <Part id="precos">
        <RifaTermsCard rifaId={rifa.id} />
      </Part>
      <Part id="opcoes">
        <RifaOptionsCard rifaId={rifa.id} status={rifa.status} onSaved={onReload} />
      </Part>
      <LegalFilesCard rifa={rifa} onStored={() => void onReload()} />
      <RifaForm
        key={`${saved}${JSON.stringify(fields)}`}
        fields={fields}
        isPublished={isPublished}
        saving={save.isPending}
        failure={!correcting && failure}
        onSave={onSave}
        hadFocus={hadFocus}
      />
      {correcting && (
        <CorrectionDialog
          corrections={corrections}
          hasBuyers={rifa.soldNumbers > 0}
          saving={save.isPending}
          failure={failure}
          onClose={() => setCorrecting(null)}
          onConfirm={(reason) => store(correcting, reason)}
        />
      )}
    </>
  );
}

/** Changes of a published rifa that have to be announced. The server decides which changes are allowed. */
function correctionsOf(rifa: ManagedRifa, edited: EditedRifa) {
  if (rifa.publishedAt === null) return [];
  const reviewed = reviewPublishedChange(rifa, edited, rifa.status);
  return reviewed.ok ? reviewed.corrections : [];
}

/** Sends values that the form cannot change exactly as they were read. */
function editedPart(rifa: ManagedRifa, fields: RifaFields, isPublished: boolean): EditedRifa {
  const edited = rifaOf({ ...fields, totalNumbers: fields.totalNumbers ?? String(rifa.totalNumbers) });
  const drawDate = fields.drawDate === dateTimeText(rifa.drawDate) ? rifa.drawDate : edited.drawDate;
  if (!isPublished) return { ...edited, drawDate };
  const { priceCentavos, totalNumbers, salesStart, legal } = rifa;
  const prizes = rifa.prizes.map((prize, index) => ({
    ...prize,
    description: fields.prizes[index]?.description.trim() || null,
  }));
  return { ...edited, drawDate, priceCentavos, totalNumbers, salesStart, prizes, legal };
}
