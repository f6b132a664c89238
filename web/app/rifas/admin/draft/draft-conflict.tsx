import { useMutation } from '@tanstack/react-query';
import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/states.tsx';
import type { Draft } from './draft-parts.ts';
import { contestedFields, type DraftSaver, mergeEdits } from './draft-saver.ts';
import { readDraft, type StoredDraft } from './read-draft.ts';

const LABELS: Record<string, string> = {
  title: 'título',
  description: 'descrição',
  image: 'imagem',
  gallery: 'mais fotos',
  video: 'vídeo',
  priceCentavos: 'preço da cota',
  totalNumbers: 'total de números',
  minPerOrder: 'mínimo por pedido',
  maxPerOrder: 'máximo por pedido',
  drawDate: 'extração',
  salesStart: 'abertura das vendas',
  eligibleCities: 'cidades',
  eligibleState: 'estado',
  prizes: 'prêmios',
  legal: 'autorização e regulamento',
  priceSteps: 'preço progressivo',
  combos: 'combos',
  plans: 'planos',
  instantPrizes: 'cotas premiadas',
};

const labelOf = (field: string) => LABELS[field] ?? 'opções';

interface DraftConflictProps {
  saver: DraftSaver;
  draft: StoredDraft;
  /** Reopens the editor with the stored draft and applies these edits. */
  onReopen: (typed: Draft | null) => void;
}

/** Shown when another tab or person saved the draft. Nothing is overwritten until the admin chooses. */
export function DraftConflict({ saver, onReopen, draft }: DraftConflictProps) {
  const compare = useMutation({ mutationFn: () => compareDraft(saver, draft.rifa.id) });
  const contested = compare.data?.contested ?? [];
  return (
    <section
      role="alert"
      aria-label="O rascunho mudou em outro lugar"
      className="grid gap-3 rounded-lg bg-warning-tint p-4 text-warning"
    >
      <p className="font-semibold">
        Este rascunho foi salvo em outra aba ou por outra pessoa. O que você digitou continua aqui, mas ainda
        não foi salvo.
      </p>
      {compare.data && (
        <p>
          {contested.length === 0
            ? 'Vocês mudaram partes diferentes: dá para juntar tudo.'
            : `Mudado nos dois lugares: ${contested.join(', ')}. Ao manter o seu, o que a outra pessoa escreveu aí é trocado; o resto do que ela mudou fica.`}
        </p>
      )}
      {compare.isError && <FormError>{errorMessage(compare.error)}</FormError>}
      <div className="flex flex-wrap gap-3">
        {compare.data ? (
          <Button size="sm" variant="secondary" onClick={() => onReopen(compare.data.merged)}>
            {contested.length === 0 ? 'Juntar e salvar' : 'Manter o que digitei'}
          </Button>
        ) : (
          <Button size="sm" variant="secondary" loading={compare.isPending} onClick={() => compare.mutate()}>
            Ver o que mudou
          </Button>
        )}
        <Button size="sm" variant="outline" onClick={() => onReopen(null)}>
          Ficar com o que está salvo
        </Button>
      </div>
    </section>
  );
}

async function compareDraft(saver: DraftSaver, id: string) {
  const storedDraft = await readDraft(id);
  const edits = saver.edits();
  const merged: Draft = {
    rifa: mergeEdits(edits['rifa']!, storedDraft.rifa),
    terms: mergeEdits(edits['terms']!, storedDraft.terms),
    options: mergeEdits(edits['options']!, storedDraft.options),
  };
  const fields = (['rifa', 'terms', 'options'] as const).flatMap((part) =>
    contestedFields(edits[part]!, storedDraft[part]),
  );
  return { merged, contested: [...new Set(fields.map(labelOf))] };
}
