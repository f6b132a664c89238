import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifa-detail.ts';
import { possibleDeadlines } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { links } from '../../links.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { Spinner } from '../../ui/states.tsx';
import { usePlans } from '../choose/use-plans.ts';
import { orderBounds } from '@mare/domain/checkout/order-bounds.ts';
import { type GroupDraft, readGroupDraft, saveGroupDraft } from './group-draft.ts';
import { GroupFields } from './group-fields.tsx';
import { PartOrder } from './part-order.tsx';
import { serverNow } from '../../ui/server-clock.ts';

interface GroupStartSheetProps {
  rifa: RifaDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Starts a group purchase: its parts, who buys, and the order of the first part. Then the page of the group opens. */
export default function GroupStartSheet({ rifa, open, onOpenChange }: GroupStartSheetProps) {
  const navigate = useNavigate();
  const plans = usePlans(rifa);
  const { min } = orderBounds(rifa);
  const [hours] = useState(() => possibleDeadlines(serverNow(), new Date(rifa.salesEndAt)));
  const [draft, setDraft] = useState(() => readGroupDraft(rifa, hours));
  // A sign-in with a password navigates away.
  const change = (changed: GroupDraft) => {
    setDraft(changed);
    saveGroupDraft(rifa.id, changed);
  };
  const tier = plans?.find(({ quantity }) => quantity === draft.quantity) ?? null;
  const name = draft.name.trim();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Comprar com amigos"
      description={rifa.title}
      loading={!plans}
    >
      {plans ? (
        <PartOrder
          rifa={rifa}
          quantity={draft.quantity}
          tier={tier}
          group={{ kind: 'start', name: name || 'Bolão dos amigos', parts: draft.parts, hours: draft.hours }}
          takeRemainder={(cotas) =>
            change({ ...draft, quantity: Math.max(min, Math.floor(cotas / draft.parts)) })
          }
          returnTo={`${links.rifaDetail(rifa.id)}?bolao=1`}
          onOrdered={(reference, token) => {
            saveGroupDraft(rifa.id, null);
            void navigate(token ? links.group(token) : links.order(reference));
          }}
        >
          <GroupFields rifa={rifa} draft={draft} tier={tier} hours={hours} onChange={change} />
        </PartOrder>
      ) : (
        <Spinner className="min-h-60" />
      )}
    </Dialog>
  );
}
