import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { TestResult } from '@mare/contract/experiments/experiments.ts';
import {
  barWidth,
  canDeclareWinner,
  conversionRate,
  impressionsNeeded,
  leadingVariant,
  NOTICEABLE_LIFT,
  pValue,
  WINNER_AFTER_IMPRESSIONS,
} from '@mare/domain/experiments/results.ts';
import type { TestPlace } from '@mare/domain/experiments/places.ts';
import { ListRows } from '../../admin/lists/admin-list.tsx';
import { queries } from '../../api.ts';
import { formatBrl, formatDate, formatInteger, formatPercent } from '../../format.ts';
import { errorMessage } from '../../messages.ts';
import { Badge } from '../../ui/data-display/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { NewTestDialog } from './new-test-dialog.tsx';
import { placeLabels } from './place-labels.ts';

/** All A/B tests with their results. A running test can be ended. */
export function TestResults() {
  const results = useQuery({
    ...queries.experiments.results.queryOptions(),
    select: (rows) => ({ rows }),
    staleTime: 0,
  });
  const runningPlaces = (results.data?.rows ?? [])
    .filter(({ status }) => status === 'running')
    .map(({ key }) => key);
  const [starting, setStarting] = useState(false);
  return (
    <section aria-labelledby="testes" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="testes" className="text-2xl">
          Testes A/B
        </h2>
        <Button variant="outline" size="sm" icon="plus" onClick={() => setStarting(true)}>
          Novo teste
        </Button>
      </div>
      <ListRows
        layout="cards"
        query={results}
        empty={{
          icon: 'search',
          title: 'Nenhum teste A/B',
          text: 'Os testes que estiverem no ar aparecem aqui com seus resultados.',
        }}
        keyOf={({ id }) => id}
        renderRow={(test) => <TestCard test={test} />}
      />
      {starting && <NewTestDialog running={runningPlaces} onClose={() => setStarting(false)} />}
    </section>
  );
}

function TestCard({ test }: { test: TestResult }) {
  const leader = leadingVariant(test.variants);
  const collecting = test.variants.every(({ impressions }) => impressions < WINNER_AFTER_IMPRESSIONS);
  const running = test.status === 'running';
  return (
    <Card padded className="grid gap-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <div>
          <h3 className="text-xl">{test.name}</h3>
          <p className="text-sm text-ink-soft">{placeLabels[test.key as TestPlace]?.label}</p>
        </div>
        <Badge tone={running ? 'success' : 'neutral'}>{running ? 'Em andamento' : 'Concluído'}</Badge>
      </div>
      <ul className="grid gap-4">
        {test.variants.map((variant) => (
          <VariantRow
            key={variant.id}
            variant={variant}
            isWinner={variant.id === (running ? leader?.id : test.winnerVariantId)}
          />
        ))}
      </ul>
      <Significance variants={test.variants} />
      {running && <SampleSize variants={test.variants} />}
      {running && collecting && (
        <p className="text-ink-soft">
          Coletando mais dados... (mínimo {WINNER_AFTER_IMPRESSIONS} impressões por variante)
        </p>
      )}
      {running && (
        <div className="flex flex-wrap gap-3">
          {leader && canDeclareWinner(test.variants) && <DeclareWinner test={test} winner={leader} />}
          <EndTest test={test} />
        </div>
      )}
      {test.endedAt && (
        <p className="text-sm text-ink-soft">
          Encerrado em {formatDate(test.endedAt)}
          {test.winnerVariantId ? '. Todos veem a variante vencedora.' : ', sem vencedor.'}
        </p>
      )}
    </Card>
  );
}

function VariantRow({ variant, isWinner }: { variant: TestResult['variants'][number]; isWinner: boolean }) {
  return (
    <li className="grid gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">
          {variant.name} {isWinner && <Badge tone="sun">Vencedor</Badge>}
        </span>
        <span className="tabular font-bold">{formatPercent(conversionRate(variant))}</span>
      </div>
      <div aria-hidden className="h-2.5 overflow-hidden rounded-full bg-sunken">
        <div className="h-full rounded-full bg-sea" style={{ width: `${barWidth(variant)}%` }} />
      </div>
      <p className="text-sm text-ink-soft">
        {formatInteger(variant.impressions)} {variant.impressions === 1 ? 'impressão' : 'impressões'} ·{' '}
        {formatInteger(variant.conversions)} {variant.conversions === 1 ? 'pedido pago' : 'pedidos pagos'} (
        {formatBrl(variant.valueCentavos)}) · {variant.trafficPercentage}% do tráfego
      </p>
    </li>
  );
}

/** Probability (p-value) that the two best variants differ by chance. */
function Significance({ variants }: Pick<TestResult, 'variants'>) {
  const [best, next] = variants.toSorted((a, b) => conversionRate(b) - conversionRate(a));
  const chance = best && next ? pValue(best, next) : null;
  if (chance === null) return null;
  return (
    <p className="text-sm">
      <strong>{chance < 0.05 ? 'Diferença significativa' : 'Ainda pode ser acaso'}:</strong> uma diferença
      assim surgiria por acaso em {chance < 0.001 ? 'menos de 0,1%' : formatPercent(chance * 100)} das vezes
      (p = {chance.toLocaleString('pt-BR', { maximumFractionDigits: 3 })}).
    </p>
  );
}

/** Says whether the test has run long enough to trust a difference. */
function SampleSize({ variants }: Pick<TestResult, 'variants'>) {
  const needed = impressionsNeeded(variants);
  if (needed === null) return null;
  const seen = Math.min(...variants.map(({ impressions }) => impressions));
  return (
    <p className="text-sm text-ink-soft">
      Para notar uma diferença de {formatPercent(NOTICEABLE_LIFT * 100)} entre as taxas, cada variante precisa
      de umas {formatInteger(needed)} impressões
      {seen >= needed ? ': já tem.' : `; a menor tem ${formatInteger(seen)}.`}
    </p>
  );
}

/** Conversion rates, significance and sample size: the basis for ending a test. */
function Figures({ test: { variants } }: { test: TestResult }) {
  return (
    <>
      <ul className="grid gap-1">
        {variants.map((variant) => (
          <li key={variant.id}>
            <strong>{variant.name}</strong>: {formatPercent(conversionRate(variant))} (
            {formatInteger(variant.conversions)} de {formatInteger(variant.impressions)})
          </li>
        ))}
      </ul>
      <Significance variants={variants} />
      <SampleSize variants={variants} />
    </>
  );
}

function DeclareWinner({ test, winner }: { test: TestResult; winner: TestResult['variants'][number] }) {
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const after = useAfterEnding(`Vencedor declarado: ${winner.name}`, close);
  const declare = useMutation(queries.experiments.declareWinner.mutationOptions(after));
  return (
    <>
      <Button variant="secondary" icon="trophy" onClick={() => setConfirming(true)}>
        Declarar vencedor: {winner.name}
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={close}
        title={`“${winner.name}” para todos?`}
        action="Declarar vencedor"
        variant="secondary"
        loading={declare.isPending}
        onConfirm={() => declare.mutate({ id: test.id, variantId: winner.id })}
      >
        <div className="grid gap-3">
          <p>O teste termina, e todos passam a ver esta variante. Confira os números:</p>
          <Figures test={test} />
        </div>
      </ConfirmDialog>
    </>
  );
}

function EndTest({ test }: { test: TestResult }) {
  const [confirming, setConfirming] = useState(false);
  const close = () => setConfirming(false);
  const end = useMutation(queries.experiments.end.mutationOptions(useAfterEnding('Teste encerrado.', close)));
  return (
    <>
      <Button variant="outline" onClick={() => setConfirming(true)}>
        Encerrar sem vencedor<span className="sr-only">: {test.name}</span>
      </Button>
      <ConfirmDialog
        open={confirming}
        onClose={close}
        title={`Encerrar “${test.name}”?`}
        action="Encerrar teste"
        loading={end.isPending}
        onConfirm={() => end.mutate({ id: test.id })}
      >
        <div className="grid gap-3">
          <p>A loja volta a ser como antes do teste, e os números ficam guardados. Confira:</p>
          <Figures test={test} />
        </div>
      </ConfirmDialog>
    </>
  );
}

/** Options of a mutation that ends a test. */
function useAfterEnding(done: string, close: () => void) {
  const cache = useQueryClient();
  return {
    onSuccess: () => {
      toast.success(done);
      return cache.invalidateQueries({ queryKey: queries.experiments.key() });
    },
    onError: (error: Error) => void toast.error(errorMessage(error)),
    onSettled: close,
  };
}
