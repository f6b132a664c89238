import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import type { LegalFile } from '@mare/contract/rifas/legal-pack.ts';
import type { ManagedRifa } from '@mare/contract/rifas/managed-rifa.ts';
import { queries } from '../../api.ts';
import { formatDate } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { OpenFileButton } from '../../ui/open-file-button.tsx';
import { FormError } from '../../ui/states.tsx';

const kinds: Record<LegalFile['kind'], { label: string; hint: string }> = {
  certificate: {
    label: 'Certificado de autorização',
    hint: 'PDF ou foto. Aparece na página da rifa; depois de publicada, não muda mais.',
  },
  ownership: {
    label: 'Comprovante de propriedade dos prêmios',
    hint: 'PDF ou foto. Só a equipe vê; a página da rifa diz que foi apresentado.',
  },
};

/** Uploads of the legal pack. */
export function LegalFilesCard({ rifa, onStored }: { rifa: ManagedRifa; onStored: () => void }) {
  // The editor of a draft holds the rifa as it was opened.
  const stored = useQuery(queries.admin.rifas.find.queryOptions({ input: { id: rifa.id } }));
  return (
    <Card padded className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h2 className="text-xl">Documentos da autorização</h2>
      <div className="grid items-start gap-6 sm:grid-cols-2">
        {(['certificate', 'ownership'] as const).map((kind) => (
          <LegalFileField key={kind} rifa={stored.data ?? rifa} kind={kind} onStored={onStored} />
        ))}
      </div>
    </Card>
  );
}

interface LegalFileFieldProps {
  rifa: ManagedRifa;
  kind: LegalFile['kind'];
  onStored: () => void;
}

function LegalFileField({ rifa, kind, onStored }: LegalFileFieldProps) {
  const stored = rifa.legalFiles.find((file) => file.kind === kind);
  const isFrozen = kind === 'certificate' && rifa.publishedAt !== null;
  const { register, handleSubmit, reset } = useForm<{ files?: FileList }>();
  const store = useMutation(
    queries.admin.rifas.storeLegalFile.mutationOptions({
      onSuccess: () => {
        reset();
        onStored();
      },
    }),
  );
  const submit = handleSubmit(({ files }) => {
    const file = files?.[0];
    if (file) store.mutate({ id: rifa.id, kind, file });
  });
  return (
    <form className="grid content-start gap-3" onSubmit={(event) => void submit(event)}>
      <Field label={kinds[kind].label} hint={kinds[kind].hint}>
        <Input
          type="file"
          accept="application/pdf,image/jpeg,image/png,image/webp,image/avif"
          disabled={isFrozen}
          required
          {...register('files')}
        />
      </Field>
      {stored && (
        <p className="text-sm text-ink-soft">
          {stored.name}, de {formatDate(stored.storedAt)}
        </p>
      )}
      {store.isError && <FormError>{errorMessage(store.error)}</FormError>}
      <div className="flex flex-wrap gap-3">
        {!isFrozen && (
          <Button type="submit" variant="secondary" size="sm" loading={store.isPending}>
            {stored ? 'Trocar arquivo' : 'Guardar arquivo'}
          </Button>
        )}
        {stored && (
          <OpenFileButton read={() => queries.admin.rifas.legalFile.call({ id: rifa.id, kind })}>
            Abrir
          </OpenFileButton>
        )}
      </div>
    </form>
  );
}
