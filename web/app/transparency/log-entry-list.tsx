import type { LoggedEntry } from '@mare/contract/transparency/transparency.ts';
import { formatDateTime, formatInteger } from '../format.ts';

/** Entries of the public log, each with the exact text that was hashed. */
export function LogEntryList({ entries }: { entries: readonly LoggedEntry[] }) {
  return (
    <ol className="grid gap-3">
      {entries.map(({ index, at, sentence, text }) => (
        <li key={index} className="rounded-md border border-line">
          <details>
            <summary className="grid min-h-12 cursor-pointer gap-1 px-4 py-3">
              <span>{sentence}</span>
              <span className="text-sm text-ink-soft">
                Anotação {formatInteger(index)}
                {at && ` · ${formatDateTime(at)}`}
              </span>
            </summary>
            <pre
              aria-label={`Texto exato da anotação ${formatInteger(index)}`}
              className="border-t border-line px-4 py-3 text-sm break-all whitespace-pre-wrap"
            >
              {text}
            </pre>
          </details>
        </li>
      ))}
    </ol>
  );
}
