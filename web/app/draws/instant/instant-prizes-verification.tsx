import { useState } from 'react';
import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import { type CheckedInstantPrizes, verifyInstantPrizes } from '@mare/domain/draws/verify-instant-prizes.ts';
import { formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';

/** Verifies all revealed cotas premiadas in the browser. */
export function InstantPrizesVerification({ instant }: { instant: InstantPrizes }) {
  const [outcome, setOutcome] = useState<CheckedInstantPrizes | null>(null);
  return (
    <Card padded className="grid gap-4">
      <h2 className="text-xl">Conferir neste aparelho</h2>
      <p className="text-ink-soft">
        O seu navegador refaz as contas com o que foi publicado; nada depende de acreditar em nós.
      </p>
      <Button
        variant="secondary"
        icon="shield"
        className="justify-self-start"
        onClick={() => setOutcome(verifyInstantPrizes(instant))}
      >
        Conferir agora
      </Button>
      <div aria-live="polite">
        {outcome && (
          <p
            className={
              outcome.ok
                ? 'flex items-start gap-2 rounded-md bg-success-tint px-4 py-3 font-semibold text-success'
                : 'flex items-start gap-2 rounded-md bg-danger-tint px-4 py-3 font-semibold text-danger'
            }
          >
            <Icon name={outcome.ok ? 'check' : 'alert'} className="mt-0.5" />
            {sentenceOf(outcome)}
          </p>
        )}
      </div>
    </Card>
  );
}

function sentenceOf({ ok, opened, replayed }: CheckedInstantPrizes): string {
  if (!ok)
    return 'Não confere: o que foi aberto não dá o que foi publicado antes das vendas. Fale com o suporte.';
  if (replayed) return `Tudo confere: a semente dá exatamente estes ${formatInteger(opened)} números.`;
  if (opened === 0)
    return 'Nenhum prêmio foi aberto ainda. Guarde os compromissos abaixo para conferir quando forem.';
  return opened === 1
    ? 'Confere: o número aberto é o que foi publicado antes das vendas.'
    : `Confere: os ${formatInteger(opened)} números abertos são os que foram publicados antes das vendas.`;
}
