import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { preselectedPlan } from '@mare/domain/rifas/prices/preselected-plan.ts';
import { linePriceCentavos } from '@mare/domain/rifas/prices/price-steps.ts';
import { planTotalCotas } from '@mare/domain/rifas/prices/purchase-plan.ts';
import { usePlans } from '../choose/use-plans.ts';
import { formatBrl, formatCount } from '../../format.ts';
import { hiddenWhileResting } from '../resting.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { preloadWhenIdle } from '../../ui/loading/preload-when-idle.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';

const loadSheet = () => import('./express-sheet.tsx');
const ExpressSheet = lazyComponent(loadSheet);

/**
 * Express purchase on a phone: at the bottom of the screen from the first paint, with a plan preselected. Hidden
 * while the page's own panel shows a total, and sticky within the page, so that it covers no footer.
 */
export function ExpressBar({ rifa }: { rifa: RifaDetail }) {
  const plans = usePlans(rifa);
  const [search, setSearch] = useSearchParams();
  // The buyer returns from the sign-in.
  const isReturn = search.has('comprar');
  const [isLoading, setLoading] = useState(false);
  const [sheet, setSheet] = useState({ open: false, loaded: false, presses: 0 });

  // On a slow phone the first click would wait for this chunk.
  useEffect(() => preloadWhenIdle(loadSheet), []);

  function press() {
    setSheet(({ presses }) => ({ open: true, loaded: true, presses: presses + 1 }));
  }

  function changeOpen(open: boolean) {
    setSheet((shown) => ({ ...shown, open, loaded: true }));
    if (isReturn) setSearch(withoutReturn, { replace: true, preventScrollReset: true });
  }

  const bounds = orderBounds(rifa);
  const plan = preselectedPlan(plans ?? [], bounds);
  const cotas = plan ? planTotalCotas(plan) : bounds.min;
  return (
    <div
      data-at-foot
      className={`sticky bottom-0 z-20 order-2 mt-6 border-t border-line bg-surface/95 px-4 py-3 low-window:py-1 shadow-lift backdrop-blur-sm group-has-[[data-chosen]]/page:hidden lg:hidden ${hiddenWhileResting}`}
    >
      <Button size="lg" block loading={isLoading} loadingText="Abrindo..." onClick={press}>
        <span>
          Participar · {formatCount(cotas, 'cota', 'cotas')} ·{' '}
          <span className="tabular whitespace-nowrap">
            {formatBrl(linePriceCentavos(rifa, plan?.quantity ?? bounds.min))}
          </span>
        </span>
      </Button>
      {(sheet.loaded || isReturn) && (
        <Suspense fallback={<Loading onChange={setLoading} />}>
          <ExpressSheet
            key={sheet.presses}
            rifa={rifa}
            plan={plan}
            isReturn={isReturn}
            open={sheet.open || isReturn}
            onOpenChange={changeOpen}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Shows progress while the sheet loads on a slow phone. */
function Loading({ onChange }: { onChange: (isLoading: boolean) => void }) {
  useEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return <output className="sr-only">Abrindo...</output>;
}

function withoutReturn(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('comprar');
  return rest;
}
