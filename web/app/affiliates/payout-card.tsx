import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import type { AffiliatePanel } from '@mare/contract/affiliates.ts';
import { MINIMUM_PAYOUT_CENTAVOS } from '@mare/domain/affiliates/payout.ts';
import { queries } from '../api.ts';
import { formatBrl } from '../format.ts';
import { sentenceFor } from '../messages.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field, Input } from '../ui/field.tsx';
import { pixKeyNames } from './pix-key-names.ts';

/** When and how commissions are paid, and the Pix key they go to. */
export function PayoutCard({ panel, nextPayout }: { panel: AffiliatePanel; nextPayout: string }) {
  const missing = MINIMUM_PAYOUT_CENTAVOS - panel.pendingCentavos;
  return (
    <Card padded className="grid gap-5">
      <h2 className="text-xl">Pagamento</h2>
      <ul className="grid list-disc gap-1.5 pl-5">
        <li>Todo dia 15, via PIX</li>
        <li>Mínimo de {formatBrl(MINIMUM_PAYOUT_CENTAVOS)}</li>
        <li>Sobre vendas confirmadas nos últimos 30 dias</li>
      </ul>
      <p className="text-ink-soft">
        {missing > 0
          ? `Faltam ${formatBrl(missing)} para o próximo pagamento. O que não chega ao mínimo fica para o mês seguinte: nada se perde.`
          : `Próximo pagamento: ${nextPayout}.`}
      </p>
      <PixKeyForm pixKey={panel.pixKey} />
    </Card>
  );
}

function PixKeyForm({ pixKey }: { pixKey: AffiliatePanel['pixKey'] }) {
  const cache = useQueryClient();
  const [editing, setEditing] = useState(false);
  const [typed, setTyped] = useState('');
  const save = useMutation(
    queries.affiliates.setPixKey.mutationOptions({
      onSuccess: () => {
        toast.success('Chave Pix salva!');
        setEditing(false);
        setTyped('');
        return cache.invalidateQueries({ queryKey: queries.affiliates.panel.key() });
      },
    }),
  );
  if (pixKey && !editing)
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p>
          <Badge tone="sea" icon="pix">
            {pixKeyNames[pixKey.type]}
          </Badge>{' '}
          <span className="tabular font-semibold">{pixKey.masked}</span>
        </p>
        <Button variant="outline" size="sm" onClick={() => setEditing(true)}>
          Trocar chave
        </Button>
      </div>
    );
  return (
    <form
      className="grid gap-3 border-t border-line pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ pixKey: typed });
      }}
    >
      <Field
        label="Sua chave Pix"
        hint="CPF, CNPJ, celular, e-mail ou chave aleatória."
        error={save.isError ? sentenceFor(save.error) : undefined}
      >
        <Input
          value={typed}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          size="sm"
          variant="secondary"
          disabled={typed.trim() === ''}
          loading={save.isPending}
        >
          Salvar chave
        </Button>
        {editing && (
          <Button size="sm" variant="quiet" onClick={() => setEditing(false)}>
            Cancelar
          </Button>
        )}
      </div>
    </form>
  );
}
