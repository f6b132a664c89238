import { TicketForm } from './ticket-form.tsx';
import { TicketList } from './ticket-list.tsx';

/** Of a signed-in person: a new ticket, and those written before. */
export default function OwnTickets() {
  return (
    <>
      <TicketForm />
      <TicketList />
    </>
  );
}
