import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { SpendingBlockView } from '@mare/contract/personalization/personalization.ts';
import { type Segment, SEGMENTS } from '@mare/domain/personalization/segments.ts';
import { queries } from '../api.ts';
import { createQueryClient } from '../fetching/query-client.ts';
import PersonalBlock from './personal-block.tsx';

/** The block on the home page of a signed-in visitor, as markup. */
function renderBlock(
  segment: Segment,
  name: string | null = 'Rita Lima',
  block: SpendingBlockView | null = null,
): string {
  const client = createQueryClient();
  client.setQueryData(queries.personalization.mine.queryKey(), { segment, block });
  client.setQueryData(queries.personalization.recommendations.queryKey({ input: {} }), []);
  const router = createMemoryRouter([{ path: '/', element: <PersonalBlock name={name} /> }]);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const text = (markup: string) => markup.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

// @covers storefront 9: each segment its messages and pair of colours [web/app/personalization/segment-copy.ts]
test('greets each segment with its messages and pair of colours', () => {
  const blocks = SEGMENTS.map((segment) => renderBlock(segment));
  for (const block of blocks) expect(text(block)).toMatch(/^ *Rita, \S/);
  const paragraphs = (block: string) =>
    [...block.matchAll(/<(h2|p)\b[^>]*>(.*?)<\/\1>/g)].map(([, , content]) => content);
  for (const position of [0, 1, 2])
    expect(new Set(blocks.map((block) => paragraphs(block)[position])).size).toBe(SEGMENTS.length);
  const colours = blocks.map((block) => block.match(/\bbg-\S+ text-[^\s"]+/)?.[0]);
  expect(new Set(colours).size).toBe(SEGMENTS.length);
  expect(text(renderBlock('new', null))).toContain('Amigo, ');
});

// @covers storefront 9: VIP: '10% de desconto em todas as compras'
// @covers storefront 9: VIP: 'Acesso antecipado às novas rifas', 'Sorteios exclusivos para VIPs'
// @covers storefront 9: VIP: 'Suporte prioritário'
test('lists the four VIP perks to VIPs only', () => {
  const perks = [
    'Acesso antecipado às novas rifas',
    '10% de desconto em todas as compras',
    'Suporte prioritário',
    'Sorteios exclusivos para VIPs',
  ];
  for (const segment of SEGMENTS) {
    const shown = perks.filter((perk) => renderBlock(segment).includes(perk));
    expect(shown).toEqual(segment === 'vip' ? perks : []);
  }
});

// @covers storefront 9: at_risk: 20% off with 'VOLTEI20'
test('offers 20% with the coupon VOLTEI20 to buyers at risk only', () => {
  for (const segment of SEGMENTS) {
    const blockText = text(renderBlock(segment));
    expect(blockText.includes('20% de desconto na volta, com o cupom VOLTEI20')).toBe(segment === 'at_risk');
    expect(blockText.includes('Usar Cupom')).toBe(segment === 'at_risk');
  }
});

// @covers beyond: nothing on the home page invites a person to buy who paused or excluded herself
//   [web/app/home/personal-block.tsx, server/rifas/recommendations.routes.ts]
test('shows neither praise nor offers during a pause or self-exclusion', () => {
  const until = '2027-05-28T15:00:00Z';
  for (const segment of SEGMENTS)
    for (const reason of ['paused', 'excluded'] as const) {
      const blockText = text(renderBlock(segment, 'Rita Lima', { reason, until }));
      expect(blockText).toContain('Rita, a sua pausa está valendo.');
      expect(blockText).toContain('até 28/05/2027. As cotas que já são suas continuam valendo.');
      expect(blockText).not.toMatch(/cupom|desconto|sorte|Recomendadas/i);
    }
});
