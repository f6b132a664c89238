import { useState } from 'react';
import type { InstantPrizes } from '@mare/contract/rifas/instant-prizes.ts';
import type { BeaconKind } from '@mare/domain/draws/verifying/verify-instant-prizes.ts';
import { formatInteger } from '../../format.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { verifyPublishedPrizes, type VerifiedPrizes } from './verify-published-prizes.ts';

/** Verifies all revealed cotas premiadas in the browser. */
export function InstantPrizesVerification({ instant }: { instant: InstantPrizes }) {
  const [outcome, setOutcome] = useState<VerifiedPrizes | null>(null);
  const [isVerifying, setIsVerifying] = useState(false);
  async function verify() {
    setIsVerifying(true);
    setOutcome(await verifyPublishedPrizes(instant));
    setIsVerifying(false);
  }
  return (
    <Card padded className="grid gap-4">
      <h2 className="text-xl">Conferir neste aparelho</h2>
      <p className="text-ink-soft">
        O seu navegador refaz as contas e compara esta página com o registro público; nada depende de
        acreditar em nós.
      </p>
      <Button
        variant="secondary"
        icon="shield"
        className="justify-self-start"
        loading={isVerifying}
        loadingText="Conferindo…"
        onClick={() => void verify()}
      >
        Conferir agora
      </Button>
      <LiveRegion>
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
        {outcome && (
          <div className="mt-3 grid gap-1 text-sm text-ink-soft">
            {outcome.ok && <p>{BEACONS[outcome.beacon]}</p>}
            <p>{logSentenceOf(outcome)}</p>
          </div>
        )}
      </LiveRegion>
    </Card>
  );
}

const BEACONS: Record<BeaconKind, string> = {
  league:
    'A rodada é do farol público drand, assinada por organizações independentes depois da publicação: ninguém pôde escolher os números.',
  demo: 'O farol desta demonstração é da própria loja: mostra como se confere, e não prova nada.',
  waiting: 'A rodada do farol ainda não saiu, então os números ainda não existem.',
  none: 'Esta rifa é de antes do farol público: quem publicou poderia ter refeito a semente até gostar dos números.',
};

function logSentenceOf({ log }: VerifiedPrizes): string {
  if (!log) return 'O registro público não respondeu. Confira de novo em alguns minutos.';
  if (log.state === 'not_logged')
    return 'O registro público não traz a publicação desta rifa: esta página não pôde ser comparada com ele.';
  return (
    log.detail ?? 'Prêmios, compromissos e rodada são os que o registro público guarda desde a publicação.'
  );
}

function sentenceOf({ ok, opened, replayed, log }: VerifiedPrizes): string {
  if (log?.state === 'differs')
    return 'Não confere: esta página mostra outra coisa do que o registro público guarda. Guarde esta página e os compromissos, e avise também o Procon.';
  if (!ok)
    return 'Não confere: o que foi aberto não dá o que foi publicado. Guarde esta página e os compromissos, e avise também o Procon.';
  if (replayed) return `Tudo confere: a semente dá exatamente estes ${formatInteger(opened)} números.`;
  if (opened === 0)
    return 'Nenhum prêmio foi aberto ainda, e o que já foi publicado confere. Guarde os compromissos abaixo para conferir quando forem.';
  return opened === 1
    ? 'Confere: o número aberto é o que estava comprometido.'
    : `Confere: os ${formatInteger(opened)} números abertos são os que estavam comprometidos.`;
}
