import { lazyComponent } from '../../ui/loading/lazy-component.ts';

type Step =
  | 'SecondFactorCard'
  | 'ConfirmEmail'
  | 'AccessCodeForm'
  | 'CodeForm'
  | 'ProviderButtons'
  | 'TermsNotice'
  | 'PasskeySignIn';

export const laterSteps = () => import('./deferred-steps.ts');

/** A step of the sign-in that loads when it is shown. */
export const laterStep = <Name extends Step>(name: Name) =>
  lazyComponent(() => laterSteps().then((steps) => ({ default: steps[name] })));
