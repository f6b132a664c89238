/** Announces that the other side is typing. Keeps its height when empty, to prevent a layout shift. */
export function TypingNote({ name }: { name: string | null }) {
  return (
    <output className="block min-h-6 text-sm wrap-anywhere text-ink-soft">
      {name !== null && `${name} está escrevendo…`}
    </output>
  );
}
