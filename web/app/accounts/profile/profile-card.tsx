import { useQuery } from '@tanstack/react-query';
import { joinWords } from '@mare/domain/format.ts';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';

const FIELDS: [key: keyof Profile, name: string][] = [
  ['name', 'nome'],
  ['phone', 'telefone'],
  ['city', 'cidade'],
  ['birthDate', 'data de nascimento'],
  ['cpf', 'CPF'],
];

/** Profile data, with a hint about missing fields. */
export function ProfileCard() {
  const profile = useQuery(queries.accounts.me.queryOptions());
  return (
    <section aria-labelledby="perfil">
      <h2 id="perfil" className="mb-4 text-2xl">
        Perfil
      </h2>
      <Card padded className="grid gap-1">
        {profile.isError && (
          <ErrorState title="Não foi possível carregar seus dados." onRetry={() => profile.refetch()} />
        )}
        {profile.isPending && <Skeleton className="h-20" />}
        {profile.data && <ProfileSummary profile={profile.data} />}
      </Card>
    </section>
  );
}

function ProfileSummary({ profile }: { profile: Profile }) {
  const missing = FIELDS.filter(([key]) => !profile[key]).map(([, name]) => name);
  return (
    <>
      {profile.name && <p className="font-semibold">{profile.name}</p>}
      <p className="break-all text-ink-soft">{profile.email}</p>
      {missing.length > 0 && (
        <p className="mt-2 rounded-md bg-sun-tint px-4 py-3 text-sm">
          <strong>Complete seu perfil.</strong> Falta: {joinWords(missing)}.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton to={links.account()} variant="outline" size="sm">
          {missing.length > 0 ? 'Completar perfil' : 'Minha Conta'}
        </LinkButton>
        <LinkButton to={links.myPrizes()} variant="outline" size="sm" icon="trophy">
          Meus Prêmios
        </LinkButton>
      </div>
    </>
  );
}
