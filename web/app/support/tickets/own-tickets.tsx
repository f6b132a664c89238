import { useState } from 'react';
import { NavigationType, useNavigationType, useSearchParams } from 'react-router';
import { TicketForm } from './ticket-form.tsx';
import { TicketList } from './ticket-list.tsx';

/**
 * For a signed-in person: a form for a new ticket, and the earlier tickets. A link to a ticket, as in mails and
 * notifications, shows its conversation first.
 */
export default function OwnTickets() {
  const [search] = useSearchParams();
  const navigation = useNavigationType();
  const [linked, setLinked] = useState<string | null>(null);
  const opened = search.get('ticket');
  // Opening a conversation in the list replaces the URL without scrolling.
  if (opened !== null && opened !== linked && navigation !== NavigationType.Replace) setLinked(opened);
  return linked === null ? (
    <>
      <TicketForm />
      <TicketList />
    </>
  ) : (
    <>
      <TicketList first={linked} />
      <TicketForm />
    </>
  );
}
