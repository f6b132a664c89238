/** A separate shop that switches the payment provider of new charges from the sandbox to a bank with the API Pix. */
import { join } from 'node:path';
import { type PixBank, startPixBank } from '../../../server/payments/pix-api/bank.testing.ts';
import { startTestSite } from '../../../tools/kit/test-site.mjs';

export interface ShopOfTwoProviders {
  url: string;
  /** URL of its database. */
  database(): string;
  bank: PixBank;
  /** Both providers stay configured, as in production. */
  chargeAtBank(): Promise<void>;
  stop(): Promise<void>;
}

export async function startShopOfTwoProviders(): Promise<ShopOfTwoProviders> {
  let url = '';
  const bank: PixBank = await startPixBank({
    receiver: 'loja@exemplo.com.br',
    now: () => new Date(),
    // A lost webhook is not a lost payment: the shop polls.
    onPaid: (body) =>
      void fetch(`${url}/webhooks/pix/${bank.account.webhookSecret}/pix`, { method: 'POST', body }).catch(
        () => null,
      ),
  });
  const program = join(import.meta.dirname, 'shop-of-two-providers.ts');
  const site = await startTestSite({ SHOP_BANK: JSON.stringify(bank.account) }, program);
  url = site.url;
  return {
    url,
    database: () => site.database,
    bank,
    chargeAtBank: () => site.restart({ SHOP_CHARGES_AT: 'bank' }),
    async stop() {
      await site.stop();
      await bank.close();
    },
  };
}
