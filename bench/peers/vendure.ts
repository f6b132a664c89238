/** Vendure by its shop API (GraphQL), with the fewest requests that a checkout needs. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@mare/server/soak/shop/start-shop.testing.ts';
import {
  type Buyer,
  type Call,
  connectTo,
  CONNECTIONS,
  type Installed,
  megabytesOf,
  type Peer,
  PRODUCTS,
  runProgram,
  startServer,
} from './peer.ts';

export const VENDURE_PACKAGES = ['@vendure/core@3.7.3', 'pg@8.23.1'];
const PROGRAM = 'vendure.cjs';
const TOKEN_HEADER = 'vendure-auth-token';

const LIST = `{ search(input: { take: ${PRODUCTS}, groupByProduct: true }) { totalItems items {
  productId productName slug description inStock productAsset { preview }
  priceWithTax { ... on PriceRange { min max } ... on SinglePrice { value } } } } }`;
const PRODUCT = `query ($slug: String!) { product(slug: $slug) { id name slug description featuredAsset { preview }
  variants { id name sku priceWithTax stockLevel options { name } } } }`;
const ORDER =
  '{ __typename ... on Order { id code state totalWithTax } ... on ErrorResult { errorCode message } }';
const LINES = '{ __typename ... on Order { id code totalWithTax lines { id quantity linePriceWithTax } } }';
const ADD = `mutation ($id: ID!, $quantity: Int!) { addItemToOrder(productVariantId: $id, quantity: $quantity) ${LINES} }`;
const ADJUST = `mutation ($id: ID!, $quantity: Int!) { adjustOrderLine(orderLineId: $id, quantity: $quantity) ${LINES} }`;
const CUSTOMER = `mutation ($input: CreateCustomerInput!) { setCustomerForOrder(input: $input) ${ORDER} }`;
const ADDRESS = `mutation ($input: CreateAddressInput!) { setOrderShippingAddress(input: $input) ${ORDER} }`;
const SHIPPING = `mutation { setOrderShippingMethod(shippingMethodId: ["1"]) ${ORDER} }`;
const ARRANGE = `mutation { transitionOrderToState(state: "ArrangingPayment") ${ORDER} }`;
const PAY = `mutation { addPaymentToOrder(input: { method: "manual", metadata: {} }) ${ORDER} }`;

interface OrderResponse {
  __typename: string;
  state?: string;
  lines: { id: string }[];
}

export async function installVendure(installed: Installed): Promise<Peer> {
  const { folder, databaseUrl, buyers } = installed;
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PEER_PRODUCTS: String(PRODUCTS),
    PEER_CONNECTIONS: String(CONNECTIONS),
  };
  copyFileSync(join(import.meta.dirname, PROGRAM), join(folder, PROGRAM));
  await runProgram(folder, process.execPath, [PROGRAM, 'seed'], settings);
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'Vendure 3.7.3',
    checkoutRequests: 6,
    megabytes: await megabytesOf(join(folder, 'node_modules')),
    async start() {
      const child = await startServer(installed, [PROGRAM, 'serve'], settings, `${url}/health`);
      return {
        child,
        buyers: Array.from({ length: buyers }, (_, index) => createBuyer(connectTo(url), index)),
      };
    },
  };
}

function createBuyer(call: Call, index: number): Buyer {
  let count = 0;
  let cart: { token: string; line: string } | undefined;
  const variantId = String(1 + (index % PRODUCTS));

  async function sendQuery(query: string, variables = {}, token?: string) {
    const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    const response = await call('POST', '/shop-api', { query, variables }, authorization);
    const body = response.body as { data?: Record<string, OrderResponse>; errors?: unknown };
    const [result] = Object.values(body.data ?? {});
    if (!result || body.errors) throw new Error(JSON.stringify(body));
    return { result, token: token ?? String(response.headers[TOKEN_HEADER]) };
  }
  async function changeOrder(query: string, variables: object, token: string): Promise<OrderResponse> {
    const { result } = await sendQuery(query, variables, token);
    if (result.__typename !== 'Order') throw new Error(JSON.stringify(result));
    return result;
  }
  const addProduct = (quantity: number) => sendQuery(ADD, { id: variantId, quantity });

  return {
    list: () => sendQuery(LIST),
    product: () => sendQuery(PRODUCT, { slug: `product-${index % PRODUCTS}` }),
    async writeCart() {
      if (cart) return changeOrder(ADJUST, { id: cart.line, quantity: 1 + (count++ % 9) }, cart.token);
      const { result, token } = await addProduct(10);
      cart = { token, line: result.lines[0]!.id };
    },
    async checkOut() {
      const { token } = await addProduct(10);
      const emailAddress = `buyer${index}.${count++}@exemplo.com.br`;
      await changeOrder(CUSTOMER, { input: { firstName: 'Maria', lastName: 'Silva', emailAddress } }, token);
      const address = {
        fullName: 'Maria Silva',
        streetLine1: 'Rua 1',
        city: 'Maceió',
        postalCode: '57000-000',
      };
      await changeOrder(ADDRESS, { input: { ...address, countryCode: 'BR' } }, token);
      await changeOrder(SHIPPING, {}, token);
      await changeOrder(ARRANGE, {}, token);
      const { state } = await changeOrder(PAY, {}, token);
      if (state !== 'PaymentAuthorized') throw new Error(`order is ${state}`);
    },
  };
}
