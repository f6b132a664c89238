import type { Person } from '@mare/contract/admin/people-admin.ts';
import { formatPhone } from '@mare/domain/accounts/person-numbers.ts';
import { formatBrl, formatDate, formatInteger } from '../../format.ts';
import { orderTitle } from '../../orders/order-title.ts';
import { Badge } from '../../ui/data-display/badge.tsx';

/** Orders shown per account. */
const ORDERS_SHOWN = 3;

const NONE = '—';

/** Facts for deciding whether two accounts belong to one person. */
const FACTS: [string, (person: Person) => string][] = [
  ['E-mail', ({ email }) => email ?? NONE],
  ['Telefone', ({ phone }) => (phone ? formatPhone(phone) : NONE)],
  ['CPF', ({ maskedCpf }) => maskedCpf ?? NONE],
  ['Cidade', ({ city, state }) => [city, state].filter(Boolean).join(', ') || NONE],
  ['Desde', ({ createdAt }) => formatDate(createdAt)],
  ['Última vez', ({ lastActivityAt }) => (lastActivityAt ? formatDate(lastActivityAt) : NONE)],
  ['Pedidos pagos', ({ totalOrders }) => formatInteger(totalOrders)],
  ['Total pago', ({ totalSpentCentavos }) => formatBrl(totalSpentCentavos)],
  ['Pontos', ({ points }) => formatInteger(points)],
];

/** Equal values of these fields suggest that both accounts belong to one person. */
const IDENTIFYING_FIELDS = new Set(['Telefone', 'Cidade']);

/** Compares two accounts before they are merged. */
export function MergeSides({ stays, former }: { stays: Person; former: Person }) {
  return (
    <table className="w-full table-fixed text-sm">
      <caption className="sr-only">As duas contas lado a lado</caption>
      <thead>
        <tr className="border-b border-line align-bottom">
          <th scope="col" className="w-[27%]">
            <span className="sr-only">Dado</span>
          </th>
          <Head person={stays} isStaying />
          <Head person={former} />
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {FACTS.map(([label, valueOf]) => {
          const [left, right] = [valueOf(stays), valueOf(former)];
          return (
            <tr key={label} className="align-top">
              <RowHead>{label}</RowHead>
              <td className="py-2 pr-3 wrap-anywhere">
                {left}
                {IDENTIFYING_FIELDS.has(label) && left !== NONE && left === right && (
                  <Badge tone="success" className="ml-2">
                    igual
                  </Badge>
                )}
              </td>
              <td className="py-2 wrap-anywhere">{right}</td>
            </tr>
          );
        })}
        <tr className="align-top">
          <RowHead>Últimos pedidos</RowHead>
          <Orders person={stays} />
          <Orders person={former} />
        </tr>
      </tbody>
    </table>
  );
}

function Head({ person, isStaying }: { person: Person; isStaying?: boolean }) {
  return (
    <th scope="col" className="py-2 pr-3 text-left">
      <Badge tone={isStaying ? 'success' : 'danger'}>{isStaying ? 'Fica' : 'Encerra'}</Badge>
      <span className="mt-1 block wrap-anywhere">{person.name ?? 'Sem nome'}</span>
    </th>
  );
}

function RowHead({ children }: { children: string }) {
  return (
    <th scope="row" className="py-2 pr-3 text-left font-semibold text-ink-soft">
      {children}
    </th>
  );
}

function Orders({ person: { orders } }: { person: Person }) {
  return (
    <td className="py-2 pr-3 wrap-anywhere">
      {orders.length === 0 && NONE}
      <ul className="grid gap-1">
        {orders.slice(0, ORDERS_SHOWN).map((order) => (
          <li key={order.id}>
            {orderTitle(order)}
            <span className="block text-ink-soft">
              {formatBrl(order.totalCentavos)}, {formatDate(order.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </td>
  );
}
