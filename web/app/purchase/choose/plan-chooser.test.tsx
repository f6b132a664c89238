import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { PurchaseTier } from '@mare/contract/rifas/rifa-detail.ts';
import { PlanChooser } from './plan-chooser.tsx';

const tier = (quantity: number): PurchaseTier => ({
  key: `plano-${quantity}`,
  name: `Plano de ${quantity}`,
  quantity,
  bonusPercentage: 20,
});

test('offers no plan beyond the limits of an order', () => {
  const html = renderToStaticMarkup(
    <PlanChooser
      tiers={[5, 10, 20, 50].map(tier)}
      chosen={null}
      onChoose={() => undefined}
      price={{ priceCentavos: 50, priceSteps: [] }}
      bounds={{ min: 10, max: 40, cotasLeft: 1000 }}
    />,
  );
  const isDisabled = html.match(/<input[^>]*>/g)!.map((input) => input.includes('disabled'));
  expect(isDisabled).toEqual([true, false, false, true]);
});
