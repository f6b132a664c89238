import { useNavigate } from 'react-router';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { links } from '../../links.ts';
import { Button } from '../../ui/button.tsx';
import { saveChoice } from '../choose/choice-draft.ts';
import { isReady } from '../choose/use-number-choice.ts';
import { ExpressChoice, type ExpressStepProps } from './express-choice.tsx';
import { ExpressFoot } from './express-foot.tsx';

/** A visitor chooses, then signs in or up, and comes back to the sheet with the same choice. */
export function VisitorStep({ rifa, chooser }: ExpressStepProps) {
  const navigate = useNavigate();
  const { choice } = chooser;
  return (
    <div className="grid gap-5">
      <ExpressChoice rifa={rifa} chooser={chooser} />
      <ExpressFoot choice={choice} totalCentavos={linePriceCentavos(rifa, choice.quantity)}>
        <Button
          size="lg"
          block
          disabled={!isReady(choice)}
          onClick={() => {
            saveChoice(rifa.id, choice);
            void navigate(links.auth(links.express(rifa.id)));
          }}
        >
          Continuar
        </Button>
        <p className="text-center text-sm text-ink-soft">
          Você entra ou cria sua conta e volta para cá, com as mesmas cotas, para pagar por Pix.
        </p>
      </ExpressFoot>
    </div>
  );
}
