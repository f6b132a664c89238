/** Fake OpenID provider that asks for the identity on its own page. */
import { startTestProvider } from '@mare/server/accounts/providers/identity-provider.testing.ts';

const provider = await startTestProvider('loja', Number(process.argv[2]));
provider.person = 'ask';
