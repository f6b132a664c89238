import type { AllotmentEnd } from '@mare/domain/orders/stand-allotment.ts';
import { AllotmentCard } from './allotment-card.tsx';
import type { StoredAllotment, StoredSale } from './stand-store.ts';

/** Numbers that the seller returned need no text. */
const ENDS: Record<Exclude<AllotmentEnd | 'unknown', 'returned'>, string> = {
  over: 'O prazo passou: o que não foi vendido não está mais reservado para você.',
  rifa_closed: 'As vendas desta rifa acabaram.',
  seller_left: 'Esta conta não vende mais no balcão.',
  moved:
    'Os números foram para outro celular. Envie o que vendeu antes: vale enquanto o número não tiver saído lá.',
  ended_by_admin: 'A administração da loja encerrou o balcão.',
  unknown: 'O site não tem mais esta reserva.',
};

interface AllotmentListProps {
  allotments: readonly StoredAllotment[];
  sales: readonly StoredSale[];
  /** The allotment that was just made: its heading gets the focus. */
  addedId: string | null;
  onSell: (id: string) => void;
}

/** Numbers on this phone, with reasons for ended allotments. */
export function AllotmentList({ allotments, sales, addedId, onSell }: AllotmentListProps) {
  const open = allotments.filter(({ end }) => end === null);
  return (
    <>
      {allotments.map(({ id, title, end }) =>
        end === null || end === 'returned' ? null : (
          <p key={id} className="rounded-md bg-sun-tint px-4 py-3 text-sm wrap-anywhere">
            <strong>A reserva de “{title}” acabou.</strong> {ENDS[end]}
          </p>
        ),
      )}
      {open.length > 0 && (
        <ul aria-label="Números reservados" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {open.map((allotment) => (
            <li key={allotment.id}>
              <AllotmentCard
                allotment={allotment}
                queued={queuedOf(allotment, sales)}
                isNew={allotment.id === addedId}
                onSell={() => onSell(allotment.id)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function queuedOf({ id }: StoredAllotment, sales: readonly StoredSale[]): number {
  return sales.filter(({ allotmentId, state }) => allotmentId === id && state === 'queued').length;
}
