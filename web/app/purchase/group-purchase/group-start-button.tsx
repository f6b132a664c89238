import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { possibleDeadlines } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { useRootData } from '../../document/root-data.ts';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/loading/lazy-component.ts';
import { serverNow } from '../../ui/server-clock.ts';

const GroupStartSheet = lazyComponent(() => import('./group-start-sheet.tsx'));

/** Starts a group purchase from the page of a rifa. Renders nothing where none may start. */
export function GroupStartButton({ rifa }: { rifa: RifaDetail }) {
  const site = useRootData()?.site;
  const [search, setSearch] = useSearchParams();
  // The buyer returns from the sign-in.
  const isReturn = search.has('bolao');
  const [sheet, setSheet] = useState({ open: false, presses: 0 });
  const [now] = useState(serverNow);
  const canStart =
    site?.features.groupPurchases !== false &&
    possibleDeadlines(now, new Date(rifa.salesEndAt)).length > 0 &&
    rifa.maxPerOrder >= 2 * rifa.minPerOrder;
  if (!canStart) return null;

  function changeOpen(open: boolean) {
    setSheet((shown) => ({ ...shown, open }));
    if (isReturn) setSearch(withoutReturn, { replace: true, preventScrollReset: true });
  }

  return (
    <>
      <Button
        variant="outline"
        icon="users"
        block
        className="mt-4"
        onClick={() => setSheet(({ presses }) => ({ open: true, presses: presses + 1 }))}
      >
        Comprar com amigos
      </Button>
      {(sheet.presses > 0 || isReturn) && (
        <Suspense>
          <GroupStartSheet
            key={sheet.presses}
            rifa={rifa}
            open={sheet.open || isReturn}
            onOpenChange={changeOpen}
          />
        </Suspense>
      )}
    </>
  );
}

function withoutReturn(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  rest.delete('bolao');
  return rest;
}
