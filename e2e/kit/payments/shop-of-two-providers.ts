/**
 * Starts the demonstration with a second payment provider, a bank with the API Pix: the program that
 * `startShopOfTwoProviders` runs. Outside of tests the demonstration cannot use a bank account.
 */
import { readConfig } from '../../../server/platform/config/config.ts';
import type { PixApiConfig } from '../../../server/platform/config/pix-api-config.ts';
import { startApp } from '../../../server/composition/start-app.ts';

const { SHOP_BANK: bank = '', SHOP_CHARGES_AT: chargesAt } = process.env;

const app = await startApp({
  ...readConfig(process.env),
  pixApi: JSON.parse(bank) as PixApiConfig,
  defaultProvider: chargesAt === 'bank' ? 'pix' : 'mercadopago',
});
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
