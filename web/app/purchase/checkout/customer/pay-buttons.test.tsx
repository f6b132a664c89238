import { renderToStaticMarkup } from 'react-dom/server';
import { useForm } from 'react-hook-form';
import { expect, test } from 'vitest';
import type { CustomerFields } from './customer.ts';
import { PayButtons } from './pay-buttons.tsx';

type Shown = Partial<Parameters<typeof PayButtons>[0]> & { name?: string };

function Screen({ name = 'Ana', ...changes }: Shown) {
  const form = useForm<CustomerFields>({ defaultValues: { name, email: 'ana@exemplo.com.br' } });
  return <PayButtons form={form} pixOnPage hasPaymentPage ready paying={null} {...changes} />;
}

/** Value, text and state of both buttons, in order. */
function renderButtons(shown: Shown) {
  const markup = renderToStaticMarkup(<Screen {...shown} />);
  return [...markup.matchAll(/<button[^>]*>.*?<\/button>/g)].map(([button]) => ({
    way: /value="(\w+)"/.exec(button)![1],
    text: button.replaceAll(/<[^>]+>/g, '').trim(),
    disabled: button.includes(' disabled=""'),
    ignoresPresses: / (?:aria-)?disabled="(?:true)?"/.test(button),
  }));
}

const enabled = { disabled: false, ignoresPresses: false };

test('offers the Pix code first, and the provider’s page second', () => {
  expect(renderButtons({})).toEqual([
    { way: 'pix', text: 'Pagar com Pix', ...enabled },
    { way: 'hosted', text: 'Pagar no MercadoPago', ...enabled },
  ]);
  expect(renderToStaticMarkup(<Screen />)).toContain('O código Pix aparece aqui mesmo.');
});

test('offers the provider’s page first if configured', () => {
  expect(renderButtons({ pixOnPage: false })).toEqual([
    { way: 'hosted', text: 'Pagar com Pix', ...enabled },
    { way: 'pix', text: 'Ver o código Pix aqui', ...enabled },
  ]);
  expect(renderToStaticMarkup(<Screen pixOnPage={false} />)).toContain('O pagamento abre em uma nova aba.');
});

test('offers only the Pix code with a provider without a page', () => {
  expect(renderButtons({ hasPaymentPage: false })).toEqual([
    { way: 'pix', text: 'Pagar com Pix', ...enabled },
  ]);
});

test.each([
  ['a requirement is not met', { ready: false }],
  ['the name is empty', { name: ' ' }],
])('disables payment while %s', (_, shown) => {
  expect(renderButtons(shown).map(({ disabled }) => disabled)).toEqual([true, true]);
});

test('ignores clicks on both buttons while an order is made, and keeps the focus on the clicked one', () => {
  const whilePaying = (paying: 'pix' | 'hosted') => renderButtons({ paying });
  expect(whilePaying('pix').map(({ ignoresPresses }) => ignoresPresses)).toEqual([true, true]);
  expect(whilePaying('pix').map(({ disabled }) => disabled)).toEqual([false, true]);
  expect(whilePaying('hosted').map(({ ignoresPresses }) => ignoresPresses)).toEqual([true, true]);
  expect(whilePaying('hosted').map(({ disabled }) => disabled)).toEqual([true, false]);
});
