import { useState } from 'react';
import type { EditedRifa, ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { reviewPublishedChange } from '@mare/domain/rifas/corrections/published-changes.ts';
import { dateTimeText } from '../../admin/typed-values.ts';
import { resolveConflict } from '../../messages/edit-conflict.ts';
import { isApiError } from '../../messages.ts';
import { useStoredForm } from '../../ui/form/stored/use-stored-form.ts';
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

interface RifaChange {
  /** The rifa as it was when the form was filled. */
  read: ManagedRifa;
  fields: RifaFields;
  edited: EditedRifa;
}

/** The forms of a rifa, all over one stored version. */
export function EditRifa({ rifa, onReload }: EditRifaProps) {
  const { form, startSave, markSaved, catchUp } = useStoredForm(rifa, rifaFieldsOf, { mode: 'onTouched' });
  const [correction, setCorrection] = useState<RifaChange | null>(null);
  const save = useSaveRifa(onReload, rifa.soldNumbers > 0);
  const isPublished = rifa.publishedAt !== null;
  const failure = save.isError && <SaveFailure error={save.error} />;
  const store = ({ read, fields, edited }: RifaChange, reason: string | null = null) =>
    save.mutate(
      { id: read.id, version: read.version, rifa: edited, reason },
      {
        onSuccess: () => {
          setCorrection(null);
          markSaved(fields);
        },
        onError: (error) => {
          // The correction said what was stored before.
          if (isApiError(error, 'VERSION_CONFLICT')) setCorrection(null);
          void resolveConflict(error, onReload, catchUp);
        },
      },
    );
  const onSave = (fields: RifaFields) => {
    const read = startSave();
    const change = { read, fields, edited: editedPart(read, fields, isPublished) };
    if (correctionsOf(change).length === 0) return store(change);
    save.reset();
    setCorrection(change);
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
        form={form}
        isPublished={isPublished}
        saving={save.isPending}
        failure={!correction && failure}
        onSave={onSave}
      />
      {correction && (
        <CorrectionDialog
          corrections={correctionsOf(correction)}
          hasBuyers={rifa.soldNumbers > 0}
          saving={save.isPending}
          failure={failure}
          onClose={() => setCorrection(null)}
          onConfirm={(reason) => store(correction, reason)}
        />
      )}
    </>
  );
}

/** Changes of a published rifa that have to be announced. The server decides which changes are allowed. */
function correctionsOf({ read, edited }: RifaChange) {
  if (read.publishedAt === null) return [];
  const reviewed = reviewPublishedChange(read, edited, read.status);
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
