/** Medusa by its store API, with the fewest requests that a checkout needs. */
import { copyFileSync, readFileSync } from 'node:fs';
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

export const MEDUSA_PACKAGES = [
  '@medusajs/medusa@2.21.2',
  '@medusajs/framework@2.21.2',
  '@medusajs/cli@2.21.2',
];
const FIELDS = 'id,title,handle,description,thumbnail,*variants.calculated_price';

interface Seeded {
  key: string;
  region: string;
  shipping: string;
  products: { id: string; variant: string }[];
}
interface CartResponse {
  cart: { id: string; items: { id: string }[] };
}

export async function installMedusa(installed: Installed): Promise<Peer> {
  const { folder, databaseUrl, buyers } = installed;
  const port = await freePort();
  const settings = {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    HOST: '127.0.0.1',
    MEDUSA_DISABLE_TELEMETRY: 'true',
    PEER_PRODUCTS: String(PRODUCTS),
    PEER_CONNECTIONS: String(CONNECTIONS),
  };
  const command = join(folder, 'node_modules/@medusajs/cli/cli.js');
  copyFileSync(join(import.meta.dirname, 'medusa.config.cjs'), join(folder, 'medusa-config.js'));
  copyFileSync(join(import.meta.dirname, 'medusa-seed.cjs'), join(folder, 'medusa-seed.js'));
  await runProgram(folder, process.execPath, [command, 'db:migrate'], settings);
  await runProgram(folder, process.execPath, [command, 'exec', './medusa-seed.js'], settings);
  const seeded = JSON.parse(readFileSync(join(folder, 'seeded.json'), 'utf8')) as Seeded;
  const url = `http://127.0.0.1:${port}`;
  return {
    name: 'Medusa 2.21.2',
    checkoutRequests: 5,
    megabytes: await megabytesOf(join(folder, 'node_modules')),
    async start() {
      const args = [command, 'start', '--host', '127.0.0.1', '--port', String(port)];
      const child = await startServer(installed, args, settings, `${url}/health`);
      const connect = () => connectTo(url, { 'x-publishable-api-key': seeded.key });
      return {
        child,
        buyers: Array.from({ length: buyers }, (_, index) => createBuyer(connect(), seeded, index)),
      };
    },
  };
}

function createBuyer(call: Call, seeded: Seeded, index: number): Buyer {
  let count = 0;
  let cart: CartResponse['cart'] | undefined;
  const { id, variant } = seeded.products[index % seeded.products.length]!;
  const query = `region_id=${seeded.region}&fields=${FIELDS}`;

  async function createCart(details: object): Promise<CartResponse['cart']> {
    const items = [{ variant_id: variant, quantity: 10 }];
    const body = { region_id: seeded.region, items, ...details };
    return ((await call('POST', '/store/carts', body)).body as CartResponse).cart;
  }

  return {
    list: () => call('GET', `/store/products?limit=${PRODUCTS}&${query}`),
    product: () => call('GET', `/store/products/${id}?${query}`),
    async writeCart() {
      if (!cart) return void (cart = await createCart({}));
      await call('POST', `/store/carts/${cart.id}/line-items/${cart.items[0]!.id}`, {
        quantity: 1 + (count++ % 9),
      });
    },
    async checkOut() {
      const checkoutCart = await createCart({
        email: `buyer${index}.${count++}@exemplo.com.br`,
        shipping_address: {
          first_name: 'Maria',
          last_name: 'Silva',
          address_1: 'Rua 1',
          city: 'Maceió',
          postal_code: '57000-000',
          country_code: 'br',
        },
      });
      await call('POST', `/store/carts/${checkoutCart.id}/shipping-methods`, { option_id: seeded.shipping });
      const created = await call('POST', '/store/payment-collections', {
        cart_id: checkoutCart.id,
      });
      const { payment_collection: collection } = created.body as { payment_collection: { id: string } };
      await call('POST', `/store/payment-collections/${collection.id}/payment-sessions`, {
        provider_id: 'pp_system_default',
      });
      const { body: completed } = await call('POST', `/store/carts/${checkoutCart.id}/complete`);
      if ((completed as { type: string }).type !== 'order') throw new Error(JSON.stringify(completed));
    },
  };
}
