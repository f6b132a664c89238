/** A label and its hash, which wraps at any character. Must be inside a `dl`. */
export function HashText({ label, hash }: { label: string; hash: string }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="font-mono text-sm break-all">{hash}</dd>
    </div>
  );
}
