import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { toast } from 'sonner';
import { queries } from '../../api.ts';
import { formatCount, formatDate } from '../../format.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { focusHeadingAround } from '../../ui/focus/focus-heading-around.ts';
import { FormError } from '../../ui/states.tsx';
import { Icon } from '../../ui/style/icons.tsx';

/** Offers to bring paid purchases without sign-in, made with the confirmed e-mail of this account, into it. */
export function PurchasesElsewhere() {
  const { data } = useQuery(queries.accounts.purchasesElsewhere.queryOptions());
  const shell = useRef<HTMLElement>(null);
  const cache = useQueryClient();
  const bring = useMutation(queries.accounts.bringPurchases.mutationOptions());
  const onBrought = () => {
    // This card disappears.
    focusHeadingAround(shell.current);
    toast.success('Pronto: as cotas e os pedidos estão na sua conta.');
    void cache.invalidateQueries();
  };
  if (!data || data.accounts.length === 0) return null;
  return (
    <section ref={shell} aria-labelledby="compras-sem-cadastro" className="mb-8">
      <Card padded className="grid gap-4">
        <h2 id="compras-sem-cadastro" className="flex items-center gap-2 text-xl">
          <Icon name="ticket" className="shrink-0 text-sea" />
          Compra sem cadastro com o seu e-mail
        </h2>
        <ul className="grid gap-4">
          {data.accounts.map(({ id, name, phoneEnd, cotas, lastPaidAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
              <p>
                <strong>{formatCount(cotas, 'cota', 'cotas')}</strong>, a última paga em{' '}
                {formatDate(lastPaidAt)}
                {name && `, em nome de ${name}`}, celular com final {phoneEnd}.
              </p>
              <Button
                variant="secondary"
                loading={bring.isPending && bring.variables.accountId === id}
                loadingText="Trazendo..."
                onClick={() => bring.mutate({ accountId: id }, { onSuccess: onBrought })}
              >
                Trazer para a minha conta
              </Button>
            </li>
          ))}
        </ul>
        <FormError>{bring.error && errorMessage(bring.error)}</FormError>
        <p className="text-sm text-ink-soft">
          Cotas, pedidos e pontos passam para esta conta. Não dá para separar depois.
        </p>
        <Link to={links.support()} className="text-link justify-self-start">
          Não fui eu: falar com o suporte
        </Link>
      </Card>
    </section>
  );
}
