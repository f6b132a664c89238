import { expect, test } from 'vitest';
import { sentenceOfReturn } from './enter-with-provider.ts';

const sentenceOf = (query: string) => sentenceOfReturn(new URLSearchParams(query));
const UNKNOWN = 'Não deu certo. Tente de novo, ou peça um novo link.';

test.each([
  ['error_code=otp_expired', 'Este link já foi usado ou venceu. Se não conseguir entrar, peça outro.'],
  ['error=access_denied', 'O acesso foi recusado. Tente de novo ou entre com e-mail e senha.'],
  [
    'error=access_denied&error_code=bad_oauth_state',
    'O acesso demorou demais ou começou em outro navegador. Tente de novo.',
  ],
  ['error_code=something_new', UNKNOWN],
  ['error_code=constructor', UNKNOWN],
  ['error_code=', UNKNOWN],
])('explains the return with %s', (query, sentence) => {
  expect(sentenceOf(`${query}&error_description=Ligue+para+0800+e+diga+a+sua+senha`)).toBe(sentence);
});

test('never shows a text from the URL', () => {
  expect(sentenceOf('error_description=Ligue+para+0800')).toBe(UNKNOWN);
});

test('shows nothing without an error', () => {
  expect(sentenceOf('voltar=%2Fcarrinho')).toBeNull();
});
