/** Finds the cached data that a notification is about, by the page that it links to. */
import { queries } from '../api.ts';

type Key = readonly unknown[];

/** Queries by prefix of the path; the first match counts. */
const POINTED: [path: string, keys: () => Key[]][] = [
  ['/admin/support', () => [queries.desk.key()]],
  ['/admin/aprovacoes', () => [queries.approvals.key(), queries.admin.key()]],
  ['/admin/sorteios', () => [queries.draws.key(), queries.admin.key()]],
  ['/admin', () => [queries.admin.key()]],
  ['/suporte', () => [queries.support.key()]],
  ['/pedido', () => [queries.orders.key(), queries.draws.key()]],
  ['/bolao', () => [queries.orders.key()]],
  ['/balcao', () => [queries.stand.key()]],
  ['/results', () => [queries.orders.key()]],
  ['/presente', () => [queries.orders.key()]],
  ['/dashboard', () => [queries.orders.key(), queries.draws.key()]],
  ['/meus-premios', () => [queries.draws.key()]],
  ['/resultado', () => [queries.draws.key(), queries.rifas.key()]],
  ['/meus-vouchers', () => [queries.partners.key()]],
  ['/parceiro', () => [queries.partners.key()]],
  ['/ranking', () => [queries.ranking.key()]],
  ['/rifa', () => [queries.rifas.key(), queries.draws.key()]],
  ['/r/', () => [queries.rifas.key()]],
  ['/minha-conta', () => [queries.accounts.key()]],
  ['/afiliado', () => [queries.affiliates.key()]],
  ['/checkout', () => [queries.cart.key(), queries.checkout.key()]],
];

/** Empty for a page without data. */
export function pointedQueries(href: string): Key[] {
  return POINTED.find(([path]) => href.startsWith(path))?.[1]() ?? [];
}
