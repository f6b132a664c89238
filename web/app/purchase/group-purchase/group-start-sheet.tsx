import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { RifaDetail } from '@mare/contract/rifas/rifas.ts';
import { type DeadlineHours, possibleDeadlines } from '@mare/domain/orders/group-purchases/group-bounds.ts';
import { queries } from '../../api.ts';
import { links } from '../../links.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { orderBounds } from '../choose/order-bounds.ts';
import { GroupFields, type GroupDraft } from './group-fields.tsx';
import { PartOrder } from './part-order.tsx';

interface GroupStartSheetProps {
  rifa: RifaDetail;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const USUAL_PARTS = 4;
const USUAL_COTAS = 5;

/** Starts a group purchase: its parts, who buys, and the order of the first part. Then the page of the group opens. */
export default function GroupStartSheet({ rifa, open, onOpenChange }: GroupStartSheetProps) {
  const navigate = useNavigate();
  const tiers = useQuery(queries.rifas.tiers.queryOptions());
  const plans = rifa.plans ?? tiers.data ?? [];
  const { min, max } = orderBounds(rifa);
  const [hours] = useState(() => possibleDeadlines(new Date(), new Date(rifa.salesEndAt)));
  const [draft, setDraft] = useState<GroupDraft>(() => ({
    name: 'Bolão dos amigos',
    parts: USUAL_PARTS,
    quantity: Math.max(min, Math.min(USUAL_COTAS, Math.floor(max / USUAL_PARTS))),
    hours: hours.findLast((each) => each <= 3) ?? (hours[0] as DeadlineHours),
  }));
  const tier = plans.find(({ quantity }) => quantity === draft.quantity) ?? null;
  const name = draft.name.trim();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Comprar com amigos" description={rifa.title}>
      <PartOrder
        rifa={rifa}
        quantity={draft.quantity}
        tier={tier}
        group={{ kind: 'start', name: name || 'Bolão dos amigos', parts: draft.parts, hours: draft.hours }}
        chooseQuantity={(cotas) =>
          setDraft({ ...draft, quantity: Math.max(min, Math.floor(cotas / draft.parts)) })
        }
        returnTo={`${links.rifaDetail(rifa.id)}?bolao=1`}
        onOrdered={(reference, token) => void navigate(token ? links.group(token) : links.order(reference))}
      >
        <GroupFields rifa={rifa} draft={draft} tier={tier} hours={hours} onChange={setDraft} />
      </PartOrder>
    </Dialog>
  );
}
