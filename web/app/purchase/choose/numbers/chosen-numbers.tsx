import { errorMessage } from '../../../messages.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError, Skeleton } from '../../../ui/states.tsx';
import { CotaNumbers } from '../../../rifa-display/cota-numbers.tsx';
import { cotasOfChoice, isReady, type NumberChoice } from '../use-number-choice.ts';

const SHOWN = 24;

interface ChosenNumbersProps {
  choice: NumberChoice;
  totalNumbers: number;
  onDrawAgain: () => void;
}

/** Numbers drawn for the buyer, with a button to redraw. */
export function ChosenNumbers({ choice, totalNumbers, onDrawAgain }: ChosenNumbersProps) {
  if (choice.quantity === 0) return null;
  if (isReady(choice) && choice.numbers.length === 0)
    return (
      <p className="border-t border-line pt-5 text-sm text-ink-soft">
        Esta rifa tem cotas premiadas: os seus números saem ao acaso quando o pedido é feito, e ficam
        reservados por 15 minutos. Ninguém escolhe.
      </p>
    );
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-base font-bold">Seus números da sorte</h3>
        <Button variant="quiet" size="sm" icon="dice" onClick={onDrawAgain} disabled={choice.drawing}>
          Gerar outros números
        </Button>
      </div>
      <div aria-live="polite" aria-busy={choice.drawing}>
        {choice.drawing && <Skeleton className="h-8" />}
        {choice.error !== null && <FormError>{errorMessage(choice.error)}</FormError>}
        {choice.numbers.length > 0 && (
          <CotaNumbers
            numbers={choice.numbers}
            totalNumbers={totalNumbers}
            cotas={cotasOfChoice(choice)}
            shown={SHOWN}
          />
        )}
      </div>
      <p className="text-xs text-ink-soft">
        Os números ficam reservados por 15 minutos quando o pedido é feito. Os que já tiverem saído são
        trocados por outros, e avisamos.
      </p>
    </div>
  );
}
