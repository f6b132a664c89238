import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import type { Profile } from '@mare/contract/accounts/accounts.ts';
import type { Gift } from '@mare/contract/orders/gifts.ts';
import { changesOf, type ProfileFields, profileFieldsOf } from '../../accounts/profile/profile-fields.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { errorMessage, isApiError } from '../../messages.ts';
import { NotEligibleNotice } from '../../orders/eligibility/not-eligible-notice.tsx';
import { readIneligibility } from '../../orders/eligibility/read-ineligibility.ts';
import { useSession } from '../../session/session.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FormError } from '../../ui/states.tsx';
import { BuyerQuestion, missingDetails } from '../checkout/customer/buyer-question.tsx';

interface ClaimGiftProps {
  gift: Gift;
  onClaimed: () => void;
}

/** Accepts a gift, and asks for what the account lacks to hold cotas. */
export function ClaimGift(props: ClaimGiftProps) {
  const session = useSession();
  const { data, isError } = useQuery({
    ...queries.accounts.me.queryOptions(),
    enabled: session.status === 'signed-in',
  });
  if (data) return <ClaimForm {...props} profile={data} />;
  // Without the profile nothing is asked, and the server names what is missing.
  return isError ? <ClaimForm {...props} /> : <AcceptButton gift={props.gift} disabled />;
}

function ClaimForm({ gift, onClaimed, profile }: ClaimGiftProps & { profile?: Profile }) {
  // Saving changes the profile: the fields stay until the gift is claimed.
  const [asked] = useState(profile);
  const form = useForm<ProfileFields>({ defaultValues: asked && profileFieldsOf(asked), mode: 'onTouched' });
  const cache = useQueryClient();
  const claim = useMutation({
    mutationFn: async (fields: ProfileFields) => {
      const changes = asked ? changesOf(fields, asked) : {};
      if (Object.keys(changes).length > 0)
        cache.setQueryData(
          queries.accounts.me.queryKey(),
          await queries.accounts.updateProfile.call(changes),
        );
      return queries.orders.claimGift.call({ reference: gift.reference });
    },
    onSuccess: onClaimed,
    onSettled: () => cache.invalidateQueries({ queryKey: queries.orders.key() }),
  });
  const ineligibility = claim.error && readIneligibility(claim.error);
  // Cached until the person changes the reason on another page.
  if (ineligibility)
    return (
      <div ref={takeFocus} tabIndex={-1} className="outline-none">
        <NotEligibleNotice participation={ineligibility} />
      </div>
    );
  const isIncomplete = asked !== undefined && Object.values(missingDetails(asked)).some(Boolean);
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => void form.handleSubmit((fields) => claim.mutate(fields))(event)}
    >
      {isIncomplete && (
        <FormProvider {...form}>
          <p>Para concorrer em seu nome, falta só isto:</p>
          <BuyerQuestion profile={asked} />
        </FormProvider>
      )}
      {claim.error && <FormError>{errorMessage(claim.error)}</FormError>}
      {isApiError(claim.error, 'PERSON_CONFLICT') && (
        <LinkButton variant="outline" size="sm" className="justify-self-start" to={links.support()}>
          Falar com o suporte
        </LinkButton>
      )}
      <AcceptButton gift={gift} loading={claim.isPending} />
    </form>
  );
}

interface AcceptButtonProps {
  gift: Gift;
  loading?: boolean;
  disabled?: boolean;
}

function AcceptButton({ gift, ...props }: AcceptButtonProps) {
  return (
    <>
      <Button type="submit" block icon="gift" loadingText="Aceitando..." {...props}>
        Aceitar o presente
      </Button>
      <p className="text-center text-sm text-ink-soft">
        É de graça. Aceitando, {gift.numbers.length === 1 ? 'a cota concorre' : 'as cotas concorrem'} em seu
        nome.
      </p>
    </>
  );
}

/** Moves focus: the focused button has disappeared. */
function takeFocus(notice: HTMLElement | null): void {
  notice?.focus();
}
