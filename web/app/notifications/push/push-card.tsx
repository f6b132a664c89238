import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/form/checkbox.tsx';
import { rememberAsked } from './browser-push.ts';
import { usePush } from './use-push.ts';

const hints = {
  unsupported: 'Este navegador não recebe avisos. No iPhone, adicione o site à tela de início e abra por lá.',
  denied: 'O navegador está bloqueando avisos deste site. Libere nas configurações dele.',
  off: 'Sorteio perto, prêmio ganho e números esquecidos no carrinho, mesmo com o site fechado.',
  on: 'Sorteio perto, prêmio ganho e números esquecidos no carrinho, mesmo com o site fechado.',
};

export function PushCard() {
  const { state, switchTo, switching } = usePush();
  return (
    <section aria-labelledby="avisos" className="grid gap-4">
      <h2 id="avisos" className="text-2xl">
        Avisos neste aparelho
      </h2>
      <Card padded>
        <Switch
          label="Receber avisos"
          hint={hints[state ?? 'off']}
          checked={state === 'on'}
          disabled={switching || (state !== 'on' && state !== 'off')}
          onChange={(event) => {
            rememberAsked();
            switchTo(event.target.checked);
          }}
        />
      </Card>
    </section>
  );
}
