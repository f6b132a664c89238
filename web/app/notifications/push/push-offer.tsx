import { useState } from 'react';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/style/icons.tsx';
import { useFocusNext } from '../../ui/focus/use-focus-next.ts';
import { rememberAsked, wasAsked } from './browser-push.ts';
import { usePush } from './use-push.ts';

const ON = 'Avisos ligados neste aparelho. Em Minha Conta você desliga quando quiser.';
const LATER = 'Tudo bem. Em Minha Conta você liga os avisos quando quiser.';

/** Offers push messages once, after a paid order. */
export default function PushOffer() {
  const session = useSession();
  const { state, switchTo, switching } = usePush();
  const [isOld] = useState(wasAsked);
  const [answer, setAnswer] = useState<string | null>(null);
  const shell = useFocusNext<HTMLDivElement>(answer ?? 'asked');
  if (session.status !== 'signed-in') return null;
  if (answer)
    return (
      <div ref={shell}>
        <p tabIndex={-1} className="scroll-mt-28 px-1 text-sm text-ink-soft outline-none">
          {answer}
        </p>
      </div>
    );
  if (isOld || state !== 'off') return null;
  const decide = (isAccepted: boolean) => {
    rememberAsked();
    // After a failure the offer stays, to press again.
    if (isAccepted) switchTo(true, { onSuccess: (next) => setAnswer(next === 'on' ? ON : LATER) });
    else setAnswer(LATER);
  };
  return (
    <Card padded className="grid gap-3">
      <h2 className="flex items-center gap-2 text-xl">
        <Icon name="bell" className="text-sea" />
        Quer saber na hora do sorteio?
      </h2>
      <p className="text-ink-soft">
        Avisamos neste aparelho quando o sorteio estiver perto e se você ganhar, mesmo com o site fechado.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" loading={switching} onClick={() => decide(true)}>
          Ativar avisos
        </Button>
        <Button variant="quiet" disabled={switching} onClick={() => decide(false)}>
          Agora não
        </Button>
      </div>
    </Card>
  );
}
