import { useState } from 'react';
import type { PrizeToDeliver } from '@mare/contract/draws/prizes.ts';
import { Button } from '../../ui/button.tsx';
import { ContactForm, DeliveryForm, PhotoForm, ShipmentForm, TreasuryForm } from './prize-forms.tsx';

const steps = {
  contact: { label: 'Registrar contato', Form: ContactForm },
  shipment: { label: 'Registrar envio', Form: ShipmentForm },
  delivery: { label: 'Registrar entrega', Form: DeliveryForm },
  treasury: { label: 'Registrar recolhimento', Form: TreasuryForm },
  photo: { label: 'Enviar foto da entrega', Form: PhotoForm },
} as const;
type Step = keyof typeof steps;

interface PrizeStepsProps {
  prize: PrizeToDeliver;
  /** Ids of what names the prize: every prize has the same buttons. */
  describedBy: string;
  /** Called once a step is recorded and its form has closed. */
  onDone: () => void;
}

/** Next steps that the team can record for a prize; one form at a time. */
export function PrizeSteps({ prize, describedBy, onDone }: PrizeStepsProps) {
  const [open, setOpen] = useState<Step | null>(null);
  const Form = open && steps[open].Form;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {stepsOf(prize).map((step) => (
          <Button
            key={step}
            variant={step === open ? 'secondary' : 'outline'}
            size="sm"
            aria-expanded={step === open}
            aria-describedby={describedBy}
            onClick={() => setOpen(step === open ? null : step)}
          >
            {steps[step].label}
          </Button>
        ))}
      </div>
      {Form && (
        <Form
          winnerId={prize.winnerId}
          isCash={prize.prizeType === 'cash'}
          valueCentavos={prize.valueCentavos}
          onDone={() => {
            setOpen(null);
            onDone();
          }}
        />
      )}
    </div>
  );
}

function stepsOf({ state, treasury, voucher, prizeType }: PrizeToDeliver): Step[] {
  if (state === 'delivered') return ['photo'];
  if (state === 'expired') return treasury ? ['treasury'] : ['delivery'];
  if (voucher?.status === 'pending') return ['contact'];
  // Cash is transferred, not shipped.
  return prizeType === 'cash' ? ['contact', 'delivery'] : ['contact', 'shipment', 'delivery'];
}
