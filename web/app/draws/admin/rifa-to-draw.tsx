import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import type { DrawAdmin } from '@mare/contract/draws/draw-admin.ts';
import { toast } from 'sonner';
import type { Approvers } from '@mare/contract/approvals/approvals.ts';
import { approversSentence, requestedSentence } from '../../approvals/approval-labels.ts';
import { queries } from '../../api.ts';
import { formatDateTime, formatInteger } from '../../format.ts';
import { links } from '../../links.ts';
import { Badge, type BadgeTone } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field, Input } from '../../ui/form/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { formatIsoDate } from '../draw-labels.ts';
import { OpenList } from './open-list.tsx';
import { ExtractionNumberField } from './extraction-number-field.tsx';
import { drawErrorMessage } from '../draw-error-messages.ts';

type Rifa = DrawAdmin['rifas'][number];

function stageOf({ status, waits, seal, awaits, failing }: Rifa): { label: string; tone: BadgeTone } {
  if (failing) return { label: 'Não confere', tone: 'danger' };
  if (status === 'active') return { label: 'À venda', tone: 'coral' };
  if (status === 'paused') return { label: 'Vendas pausadas', tone: 'warning' };
  if (waits)
    return waits.orders + waits.groups + waits.stands > 0
      ? { label: 'Lista ainda aberta', tone: 'warning' }
      : { label: 'Congelando a lista', tone: 'warning' };
  if (!seal) return { label: 'Falta lacrar', tone: 'danger' };
  return { label: `Esperando a extração ${awaits}`, tone: 'sea' };
}

export function RifaToDraw({ rifa, approvers }: { rifa: Rifa; approvers: Approvers }) {
  const stage = stageOf(rifa);
  return (
    <Card padded className="grid h-full content-start gap-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h3 className="text-lg">
          <Link to={links.draw(rifa.id)} className="hover:text-sea">
            {rifa.title}
          </Link>
        </h3>
        <Badge tone={stage.tone}>{stage.label}</Badge>
      </div>
      <p className="text-sm text-ink-soft">
        Sorteio em {formatDateTime(rifa.drawDate)} · {formatInteger(rifa.soldNumbers)} de{' '}
        {formatInteger(rifa.totalNumbers)} cotas
      </p>
      {rifa.failing && <FailingCheck failing={rifa.failing} />}
      {rifa.waits && <OpenList rifaId={rifa.id} waits={rifa.waits} />}
      {rifa.seal && (
        <p className="text-sm break-all">
          Lacre {rifa.seal.version}: extração <strong>{rifa.seal.extraction}</strong>,{' '}
          {formatIsoDate(rifa.seal.extractionDate)}
          <span className="block font-mono text-xs text-ink-soft">{rifa.seal.hash}</span>
        </p>
      )}
      {rifa.frozenAt && <SealByHand rifa={rifa} approvers={approvers} />}
    </Card>
  );
}

function FailingCheck({ failing: { since, isListChanged } }: { failing: NonNullable<Rifa['failing']> }) {
  return (
    <FormError>
      Desde {formatDateTime(since)}{' '}
      {isListChanged
        ? 'a lista guardada não é a que foi lacrada: o banco foi mudado, ou um disco falhou. O sorteio espera, e sai sozinho quando a lista lacrada voltar de um backup ou de quem a baixou (“npm run ops -- restore-list”).'
        : 'o que está guardado desta rifa não é o que foi registrado: o banco foi mudado, ou um disco falhou. A página do sorteio mostra o que não confere.'}{' '}
      A página pública já diz isso.
    </FormError>
  );
}

interface SealProps {
  rifa: Rifa;
  approvers: Approvers;
}

function SealByHand({ rifa, approvers }: SealProps) {
  const [open, setOpen] = useState(false);
  const shell = useFocusNext<HTMLDivElement>(String(open));
  return (
    <div ref={shell} className="grid">
      {open ? (
        <SealForm rifa={rifa} approvers={approvers} onDone={() => setOpen(false)} />
      ) : (
        <Button variant="outline" size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
          Lacrar à mão<span className="sr-only">: {rifa.title}</span>
        </Button>
      )}
    </div>
  );
}

function SealForm({ rifa, approvers, onDone }: SealProps & { onDone: () => void }) {
  const client = useQueryClient();
  const { register, handleSubmit } = useForm({
    defaultValues: {
      extraction: String(rifa.seal?.extraction ?? ''),
      extractionDate: rifa.seal?.extractionDate ?? rifa.drawDate.slice(0, 10),
      reason: '',
    },
  });
  const seal = useMutation(
    queries.draws.seal.mutationOptions({
      onSuccess: async ({ effectiveAt }) => {
        onDone();
        toast.success(requestedSentence(effectiveAt));
        await client.invalidateQueries({ queryKey: queries.draws.key() });
      },
    }),
  );
  const submit = handleSubmit(({ extraction, extractionDate, reason }) =>
    seal.mutate({
      rifaId: rifa.id,
      extraction: Number(extraction),
      extractionDate,
      reason,
    }),
  );
  return (
    <form className="grid gap-3 border-t border-line pt-3" onSubmit={(event) => void submit(event)}>
      <div className="grid gap-3 sm:grid-cols-2">
        <ExtractionNumberField registration={register('extraction')} />
        <Field label="Data da extração">
          <DateInput {...register('extractionDate')} required />
        </Field>
      </div>
      <Field label="Motivo" hint="Aparece na página do sorteio.">
        <Input {...register('reason')} required minLength={3} maxLength={500} />
      </Field>
      <p className="text-sm">
        O lacre automático não precisa disto. À mão, são duas pessoas. {approversSentence(approvers)}
      </p>
      {seal.isError && <FormError>{drawErrorMessage(seal.error)}</FormError>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="sm" icon="lock" loading={seal.isPending}>
          Pedir o lacre
        </Button>
        <Button variant="quiet" size="sm" onClick={onDone}>
          Desistir
        </Button>
      </div>
    </form>
  );
}
