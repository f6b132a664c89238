import { Suspense, useState } from 'react';
import { FormProvider, useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { openExpressAccount } from '../../accounts/sign-in/access-codes/access-codes.ts';
import { CAPTCHA_MISSING, useCaptcha } from '../../accounts/sign-in/captcha.tsx';
import { TermsNotice } from '../../accounts/terms/terms-notice.tsx';
import { CONNECTION_FAILED } from '../../fetching/failures/connection-failed.ts';
import { links } from '../../links.ts';
import { errorMessage } from '../../messages.ts';
import { Button } from '../../ui/button.tsx';
import { readSentCode } from '../../session/sent-code.ts';
import { readDraftTexts, useSavedTexts } from '../../session/tab-draft.ts';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { FormError } from '../../ui/states.tsx';
import { AcceptRegulations, MissingRegulation, useRegulations } from '../checkout/accept-regulations.tsx';
import { saveChoice } from '../choose/choice-draft.ts';
import { isReady, type NumberChoice } from '../choose/use-number-choice.ts';
import { RejectedPrice } from '../quote/rejected-price.tsx';
import type { ExpressStepProps } from './express-step.ts';
import { BUYER_DRAFT } from './express-draft.ts';
import { ExpressFoot } from './express-foot.tsx';
import type { ExpressOrder } from './use-express-order.ts';
import { EMPTY_BUYER, VisitorFields, type VisitorForm } from './visitor-fields.tsx';

const AccessCodeForm = lazyComponent(
  () => import('../../accounts/sign-in/access-codes/access-code-form.tsx'),
);

interface VisitorStepProps extends ExpressStepProps {
  /** Called when the visitor accepts the remaining cotas. */
  takeRemainder: (quantity: number) => void;
  /** Called before the session starts, and with undefined if it does not. */
  onStated: (order: ExpressOrder | undefined) => void;
  /** Where the sign-in with a password leads back to. */
  returnTo: string;
}

/**
 * A visitor chooses, enters who buys, and pays: the account opens without a password. Known buyers sign in with a
 * code.
 */
export function VisitorStep({ rifa, choice, takeRemainder, onStated, returnTo, children }: VisitorStepProps) {
  const [isKnown, setIsKnown] = useState(() => readSentCode('access', new Date()) !== null);
  const [problem, setProblem] = useState<string | null>(null);
  const captcha = useCaptcha();
  const regulations = useRegulations([rifa.id]);
  const form = useForm<VisitorForm>({
    defaultValues: { ...EMPTY_BUYER, ...readDraftTexts<VisitorForm>(BUYER_DRAFT) },
    mode: 'onTouched',
  });
  useSavedTexts(form, BUYER_DRAFT);
  const totalCentavos = linePriceCentavos(rifa, choice.quantity);
  const pay = form.handleSubmit(async ({ name, email, phone, ...details }) => {
    if (captcha.missing) return setProblem(CAPTCHA_MISSING);
    const { quantity, tier } = choice;
    const acceptedRegulations = regulations.accepted;
    onStated({ details, acceptedRegulations, totalCentavos, quantity, tierKey: tier?.key ?? null });
    const failure = await openExpressAccount({ name, email, phone }, captcha.token);
    // The note next to the button explains it, and disappears when the network is back.
    setProblem(failure === CONNECTION_FAILED && !navigator.onLine ? null : failure);
    if (!failure) return;
    onStated(undefined);
    captcha.renew();
  });
  return (
    // Keeps a focused field and its message visible above the footer.
    <div className="grid gap-5 [&_input]:scroll-mb-56 [&_select]:scroll-mb-56">
      {children}
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-bold">{isKnown ? 'Entre com um código' : 'Sobre você, uma vez só'}</p>
        <button type="button" className="text-link" onClick={() => setIsKnown(!isKnown)}>
          {isKnown ? 'Sou novo aqui' : 'Já comprei aqui'}
        </button>
      </div>
      {isKnown ? (
        <Suspense>
          <AccessCodeForm>
            <Link
              to={links.auth(returnTo)}
              className="text-link justify-self-center"
              onClick={() => saveChoice(rifa.id, choice)}
            >
              Entrar com senha
            </Link>
          </AccessCodeForm>
        </Suspense>
      ) : (
        <FormProvider {...form}>
          <VisitorFields />
          <AcceptRegulations {...regulations} />
          {captcha.widget}
          <FormError>{problem}</FormError>
          <ExpressFoot choice={choice} totalCentavos={totalCentavos}>
            <RejectedPrice price={rejectionOf(choice)} quantity={choice.quantity} onTake={takeRemainder} />
            <MissingRegulation {...regulations} />
            <Button
              size="lg"
              block
              icon="pix"
              disabled={!isReady(choice) || !regulations.complete}
              loading={form.formState.isSubmitting}
              loadingText="Processando..."
              onClick={() => void pay()}
            >
              Pagar com Pix
            </Button>
          </ExpressFoot>
          <TermsNotice doing="Ao pagar" />
        </FormProvider>
      )}
    </div>
  );
}

/** Why the numbers of the choice cannot be drawn; a visitor has no quote that says it. */
function rejectionOf({ error }: NumberChoice) {
  return error instanceof Error
    ? { rejection: error, rejectionText: errorMessage(error) }
    : { rejection: null, rejectionText: null };
}
