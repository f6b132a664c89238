/**
 * Code that signing in and recovering a password need after their first view: the calls of the auth service, and the steps
 * after the first form. One module, so that one import loads it.
 */
export { SecondFactorCard } from './second-factor-card.tsx';
export { default as AccessCodeForm } from './access-codes/access-code-form.tsx';
export { default as ConfirmEmail } from './confirm-email.tsx';
export { default as PasskeySignIn } from './passkey-sign-in.tsx';
export { default as ProviderButtons } from './providers/provider-buttons.tsx';
export { CodeForm } from './code-form.tsx';
export { authenticateWith, checkCredentials } from './authenticate-with.ts';
export { sentenceOfReturn } from './providers/enter-with-provider.ts';
export { enterWithMailedCode } from './mailed-code.ts';
export { requestRecovery } from './password/password-recovery.ts';
export { TermsNotice } from '../terms/terms-notice.tsx';
export { acceptRememberedTerms } from '../terms/accept-terms.ts';
