import { expect, test } from 'vitest';
import { composeMail } from './mail-page.ts';

const envelope = { to: 'ana@exemplo.com.br', kind: 'essential', subject: 'Código' } as const;
const parts = { heading: 'Seu código', paragraphs: ['Digite este código.'], code: '123456' };

test('offers the code as an alternative only to a button', () => {
  const alone = composeMail(envelope, parts);
  expect(alone.text).toContain('Código: 123456');
  expect(alone.text + alone.html).not.toContain('Ou digite');
  const button = { label: 'Entrar', url: 'https://loja.example/entrar' };
  const withButton = composeMail(envelope, { ...parts, button });
  expect(withButton.text).toContain('Ou digite o código: 123456');
  expect(withButton.html).toContain('Ou digite o código');
});
