import { formatTime } from '@mare/domain/format.ts';
import { errorMessage } from '../../../messages.ts';
import { Button, LinkButton } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/style/class-names.ts';
import type { SavingState } from './draft-saver.ts';
import { stepSearch, useDraftStep } from './draft-steps.tsx';

/** Footer of every step: whether the draft is stored, and links to the previous and next step. */
export function SavingBar({ state, onRetry }: { state: SavingState; onRetry: () => void }) {
  const { previous, next } = useDraftStep();
  const isBad = state.kind === 'invalid' || state.kind === 'failed' || state.kind === 'conflict';
  return (
    <div className="sticky-at-foot z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-line bg-surface p-2 shadow-lift">
      <output
        className={classNames(
          'min-w-0 grow px-2 text-sm',
          // In the row of the buttons on a phone, so that the bar keeps its height.
          isBad ? 'basis-full font-semibold text-danger sm:basis-0' : 'basis-16 leading-tight text-ink-soft',
        )}
      >
        {savingText(state)}
      </output>
      {state.kind === 'failed' && (
        <Button variant="outline" size="sm" icon="refresh" onClick={onRetry}>
          Tentar de novo
        </Button>
      )}
      <div className="ml-auto flex gap-2">
        {previous && (
          <LinkButton variant="outline" size="sm" to={stepSearch(previous)}>
            Voltar
          </LinkButton>
        )}
        {next && (
          <LinkButton variant="secondary" size="sm" to={stepSearch(next)}>
            Continuar
          </LinkButton>
        )}
      </div>
    </div>
  );
}

function savingText(state: SavingState): string {
  switch (state.kind) {
    case 'saved':
      return state.at ? `Salvo às ${formatTime(state.at)}` : 'Tudo salvo';
    case 'unsaved':
    case 'saving':
      return 'Salvando…';
    case 'invalid':
      return `Ainda não salvo: ${state.problem}.`;
    case 'failed':
      return `Não foi possível salvar. ${errorMessage(state.error)}`;
    case 'conflict':
      return 'Não salvo: o rascunho mudou em outro lugar.';
  }
}
