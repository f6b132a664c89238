import { useQueryClient } from '@tanstack/react-query';
import type { OrderDetail } from '@mare/contract/admin/order-detail.ts';
import { NotesSection } from '../../admin/people/notes-section.tsx';
import { queries } from '../../api.ts';

/** Notes of the team. */
export function OrderNotes({ order: { id, notes } }: { order: OrderDetail }) {
  const client = useQueryClient();
  const addNote = async (note: string) => {
    await queries.admin.orders.addNote.call({ id, note });
    await client.invalidateQueries({ queryKey: queries.admin.orders.find.key({ input: { id } }) });
  };
  return (
    <NotesSection
      mayAdd="work-on-orders"
      notes={notes.map(({ authorName, ...one }) => ({ ...one, author: authorName }))}
      onAdd={addNote}
    />
  );
}
