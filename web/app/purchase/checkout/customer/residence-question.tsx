import { Link } from 'react-router';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import { ResidenceFields } from '../../../accounts/profile/residence-fields.tsx';
import { links } from '../../../links.ts';

type KnownResidence = Pick<Profile, 'birthDate' | 'city' | 'state'>;

/** Data missing from the profile that the first purchase requires. */
export function missingResidence(profile: KnownResidence | undefined): { birthDate: boolean; city: boolean } {
  return { birthDate: !profile?.birthDate, city: !profile?.city || !profile.state };
}

/** Asks for the missing residence and birth date; shows a known residence. */
export function ResidenceQuestion({ profile }: { profile: KnownResidence | undefined }) {
  const missing = missingResidence(profile);
  return (
    <>
      {(missing.birthDate || missing.city) && (
        <div className="grid gap-5 sm:grid-cols-2">
          <ResidenceFields asked={missing} required />
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
