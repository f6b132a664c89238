import { pageMeta } from '../../document/page-meta.ts';
import { SignedInOnly } from '../../session/signed-in-only.tsx';
import { LinkedProviders } from './linked-providers.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasswordCard } from './password-card.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';
import { SecurityEvents } from './security-events.tsx';
import { SessionList } from './session-list.tsx';

export const meta = pageMeta({
  title: 'Segurança da conta',
  description: 'Senha, verificação em duas etapas e aparelhos conectados.',
  index: false,
});

export default function SecurityPage() {
  return (
    <main id="conteudo" className="shell grid max-w-3xl gap-8 py-8 sm:py-12">
      <SignedInOnly>
        <h1 className="text-3xl">Segurança da conta</h1>
        <section aria-labelledby="senha" className="grid gap-4">
          <h2 id="senha" className="text-2xl">
            Senha
          </h2>
          <PasswordCard />
        </section>
        <section aria-labelledby="chaves" className="grid gap-4">
          <h2 id="chaves" className="text-2xl">
            Chaves de acesso
          </h2>
          <PasskeyList />
        </section>
        <section aria-labelledby="duas-etapas" className="grid gap-4">
          <h2 id="duas-etapas" className="text-2xl">
            Verificação em duas etapas
          </h2>
          <SecondFactorSetup />
        </section>
        <RecoveryCodes />
        <LinkedProviders />
        <section aria-labelledby="aparelhos" className="grid gap-4">
          <h2 id="aparelhos" className="text-2xl">
            Onde você está conectado
          </h2>
          <SessionList />
        </section>
        <section aria-labelledby="historico" className="grid gap-4">
          <h2 id="historico" className="text-2xl">
            O que aconteceu na sua conta
          </h2>
          <SecurityEvents />
        </section>
      </SignedInOnly>
    </main>
  );
}
