import { Link } from 'react-router';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { CpfField } from '../../../accounts/profile/phone-and-cpf-fields.tsx';
import { ResidenceFields } from '../../../accounts/profile/residence-fields.tsx';
import { links } from '../../../links.ts';

type KnownBuyer = Pick<Profile, 'birthDate' | 'city' | 'state' | 'cpf'>;

interface MissingDetails {
  birthDate: boolean;
  city: boolean;
  cpf: boolean;
}

/** Data missing from the profile that the first purchase requires. */
export function missingDetails(profile: KnownBuyer | undefined): MissingDetails {
  return { birthDate: !profile?.birthDate, city: !profile?.city || !profile.state, cpf: !profile?.cpf };
}

interface BuyerQuestionProps {
  profile: KnownBuyer | undefined;
  /** The form has a CPF field elsewhere. */
  withoutCpf?: boolean;
}

/** Asks for the missing CPF, residence and birth date; shows a known residence. */
export function BuyerQuestion({ profile, withoutCpf = false }: BuyerQuestionProps) {
  const missing = missingDetails(profile);
  const asksCpf = missing.cpf && !withoutCpf;
  return (
    <>
      {(missing.birthDate || missing.city || asksCpf) && (
        <div className="grid gap-5 sm:grid-cols-2">
          {asksCpf && <CpfField required />}
          {(missing.birthDate || missing.city) && <ResidenceFields fields={missing} required />}
        </div>
      )}
      {!missing.city && (
        <p className="text-sm text-ink-soft">
          Você mora em{' '}
          <span className="font-semibold text-ink">
            {profile!.city}, {profile!.state}
          </span>
          .{' '}
          <Link to={links.account()} className="font-semibold text-sea-strong underline underline-offset-4">
            Alterar em Minha Conta
          </Link>
        </p>
      )}
    </>
  );
}
