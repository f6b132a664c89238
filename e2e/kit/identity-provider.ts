/** Stands in for a provider to sign in at: asks on a page of its own who is there, and vouches for it. */
import { startTestProvider } from '@mare/server/accounts/providers/identity-provider.testing.ts';

const provider = await startTestProvider('loja', Number(process.argv[2]));
provider.person = 'ask';
