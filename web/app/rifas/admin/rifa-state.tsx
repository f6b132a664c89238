import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import type { NextExtraction } from '@mare/contract/errors.ts';
import type { ManagedRifa } from '@mare/contract/rifas/rifas-admin.ts';
import { extractionLabel } from '@mare/domain/draws/extraction-label.ts';
import type { MissingBeforePublishing } from '@mare/domain/rifas/lifecycle/publishing.ts';
import { canChangeRifa } from '@mare/domain/rifas/lifecycle/rifa-moves.ts';
import { queries } from '../../api.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { LoneAdminNotice } from './lone-admin-notice.tsx';
import { formatCount } from '../../format.ts';
import { links } from '../../links.ts';
import { isApiError, errorMessage } from '../../messages.ts';
import { Button, type ButtonVariant } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { Field, Textarea } from '../../ui/form/field.tsx';

type Target = 'draft' | 'scheduled' | 'active' | 'closed' | 'cancelled';

interface Step {
  action: string;
  variant: ButtonVariant;
  question: string;
  done: string;
  /** Requires a reason. */
  why?: true;
}

const steps: Record<Target, Step> = {
  active: {
    action: 'Publicar',
    variant: 'primary',
    question:
      'As vendas abrem agora. Preço, total de números, prêmios, autorização e regulamento não poderão mais mudar.',
    done: 'Rifa publicada.',
  },
  scheduled: {
    action: 'Agendar',
    variant: 'secondary',
    question: 'A rifa abre sozinha na hora marcada. Até lá, ainda pode ser mudada.',
    done: 'Rifa agendada.',
  },
  draft: {
    action: 'Voltar a rascunho',
    variant: 'outline',
    question: 'A rifa sai da agenda e não abre mais sozinha.',
    done: 'A rifa voltou a ser rascunho.',
  },
  closed: {
    action: 'Encerrar vendas',
    variant: 'outline',
    question: 'Ninguém mais poderá comprar, e a rifa passa a aguardar o sorteio. Isto não pode ser desfeito.',
    done: 'Vendas encerradas.',
    why: true,
  },
  cancelled: {
    action: 'Cancelar rifa',
    variant: 'danger',
    question:
      'As cotas pagas desta rifa são reembolsadas. O que os mesmos pedidos têm de outras rifas continua valendo, e quem já achou uma cota premiada fica com ela e com o prêmio. Comissões e pontos diminuem na mesma medida. Isto não pode ser desfeito.',
    done: 'Rifa cancelada. Os reembolsos estão a caminho.',
    why: true,
  },
};

const missingLabels: Record<MissingBeforePublishing, string> = {
  title: 'o título',
  image: 'a imagem',
  prizes: 'ao menos um prêmio com nome, e de cada serviço o tipo e a cidade',
  total: 'um total de números que permita um sorteio justo',
  price_steps: 'faixas de preço menores que o preço da cota',
  draw_date: 'uma extração futura da Loteria Federal',
  sales_end: 'uma extração que deixe tempo para vender e lacrar a lista',
  sales_start: 'a hora de abertura, no futuro',
  cities: 'as cidades que podem participar',
  authorisation: 'a via legal e o número da autorização',
  certificate: 'o certificado da autorização, como arquivo',
  validity:
    'uma autorização válida da abertura das vendas até o dia do sorteio, contando os adiamentos declarados',
  series:
    'no máximo 100.000 números: nas autorizações da SPA/MF cada rifa é uma série, e uma série não passa disso. Para mais números, publique uma rifa por série',
  organiser: 'o organizador e o CNPJ',
  cnpj: 'um CNPJ com os dígitos verificadores certos',
  beneficiary: 'a entidade beneficiada',
  regulation: 'o regulamento',
};

const ORDER: Target[] = ['active', 'scheduled', 'draft', 'closed', 'cancelled'];

/** Available state transitions of a rifa, each with a confirmation. */
export function RifaState({ rifa, onChanged }: { rifa: ManagedRifa; onChanged: () => void }) {
  const [target, setTarget] = useState<Target | null>(null);
  const targets = ORDER.filter((to) => canChangeRifa(rifa.status, to));
  return (
    <Card padded className="flex flex-wrap items-center gap-3">
      {rifa.publishedAt !== null && (
        <Link to={links.rifa(rifa.id)} className="text-link mr-auto">
          Ver na loja
        </Link>
      )}
      {rifa.publishedAt === null && (
        <p className="mr-auto text-sm text-ink-soft">Salve as mudanças antes de publicar.</p>
      )}
      {targets.map((to) => (
        <Button key={to} variant={steps[to].variant} size="sm" onClick={() => setTarget(to)}>
          {steps[to].action}
        </Button>
      ))}
      {target === 'cancelled' && rifa.status === 'closed' && (
        <CancelDialog rifa={rifa} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
      {target && !(target === 'cancelled' && rifa.status === 'closed') && (
        <Question rifa={rifa} to={target} onClose={() => setTarget(null)} onChanged={onChanged} />
      )}
    </Card>
  );
}

interface QuestionProps {
  rifa: ManagedRifa;
  to: Target;
  onClose: () => void;
  onChanged: () => void;
}

function Question({ rifa, to, onClose, onChanged }: QuestionProps) {
  const step = steps[to];
  const [note, setNote] = useState('');
  const change = useMutation(
    queries.admin.rifas.changeState.mutationOptions({
      onSuccess: () => {
        toast.success(step.done);
        onClose();
        onChanged();
      },
    }),
  );
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`${step.action}: ${rifa.title}`}
      action="Confirmar"
      variant={step.variant === 'outline' ? 'secondary' : step.variant}
      loading={change.isPending}
      onConfirm={() => change.mutate({ id: rifa.id, version: rifa.version, to, note })}
    >
      <div className="grid gap-4">
        <p>{step.question}</p>
        {(to === 'active' || to === 'scheduled') && <LoneAdminNotice />}
        {to === 'cancelled' && rifa.soldNumbers > 0 && (
          <p className="font-semibold">
            {formatCount(rifa.soldNumbers, 'cota já foi vendida.', 'cotas já foram vendidas.')}
          </p>
        )}
        {step.why && (
          <Field label="Motivo" optional>
            <Textarea
              rows={2}
              maxLength={500}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          </Field>
        )}
        {change.isError && <StateChangeError error={change.error} />}
      </div>
    </ConfirmDialog>
  );
}

function StateChangeError({ error }: { error: unknown }) {
  const missing = missingIn(error);
  const next = nextExtractionIn(error);
  return (
    <div role="alert" className="grid gap-2 rounded-md bg-danger-tint p-4 text-danger">
      <p className="font-semibold">{errorMessage(error)}</p>
      {missing.length > 0 && (
        <ul className="list-disc pl-5">
          {missing.map((part) => (
            <li key={part}>{missingLabels[part]}</li>
          ))}
        </ul>
      )}
      {next && (missing.includes('draw_date') || missing.includes('sales_end')) && (
        <p>A próxima possível é a {extractionLabel(next.number, new Date(next.runsAt))}.</p>
      )}
    </div>
  );
}

function nextExtractionIn(error: unknown): NextExtraction | null {
  if (!isApiError(error, 'RIFA_INCOMPLETE')) return null;
  return (error as { data: { nextExtraction: NextExtraction | null } }).data.nextExtraction;
}

function missingIn(error: unknown): MissingBeforePublishing[] {
  if (!isApiError(error, 'RIFA_INCOMPLETE')) return [];
  return (error as { data: { missing: MissingBeforePublishing[] } }).data.missing;
}
