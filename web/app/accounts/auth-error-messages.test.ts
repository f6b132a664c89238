import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthUnknownError,
  AuthWeakPasswordError,
} from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { authErrorMessage } from './auth-error-messages.ts';

// @covers storefront 8: other auth errors by their own message; 'Erro inesperado. Tente novamente.'
//   [web/app/accounts/auth-error-messages.ts]
test.each([
  [
    new AuthApiError('User already registered', 422, 'user_already_exists'),
    'Este email já está cadastrado. Tente fazer login.',
  ],
  [new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'), 'Email ou senha incorretos'],
  [
    new AuthApiError('Unable to validate email address: invalid format', 400, 'validation_failed'),
    'Este e-mail não parece certo. Confira e tente de novo.',
  ],
  [
    new AuthApiError('missing email or phone', 400, 'validation_failed'),
    'Algum campo não está certo. Confira e tente de novo.',
  ],
  // A code from an app, a text message or a list of recovery codes.
  [
    new AuthApiError('Invalid recovery code entered', 422, 'mfa_verification_failed'),
    'Código incorreto. Confira e tente de novo.',
  ],
  [new AuthApiError('Algo novo', 422, 'something_new'), 'Algo novo'],
  [new AuthRetryableFetchError('Failed to fetch', 0), 'Erro de conexão. Verifique sua internet.'],
  [new AuthRetryableFetchError('Bad gateway', 502), 'Erro inesperado. Tente novamente.'],
  [
    new AuthRetryableFetchError('Service temporarily unavailable', 503),
    'A loja está fora do ar por um instante. Tente novamente daqui a pouco.',
  ],
  [new AuthWeakPasswordError('short', 422, ['length']), 'Senha deve ter pelo menos 6 caracteres'],
  [
    new AuthWeakPasswordError('known', 422, ['pwned']),
    'Esta senha é conhecida e fácil de adivinhar. Escolha outra.',
  ],
  [new AuthUnknownError('', null), 'Erro inesperado. Tente novamente.'],
])('has a message for %s', (error, sentence) => {
  expect(authErrorMessage(error)).toBe(sentence);
});
