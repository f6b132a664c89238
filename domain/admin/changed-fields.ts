export interface ChangedFields {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Before and after of the fields that differ (by JSON), for the activity log. */
export function changedFields(before: object, after: object): ChangedFields {
  const [was, is] = [before as Record<string, unknown>, after as Record<string, unknown>];
  const names = Object.keys({ ...was, ...is }).filter(
    (name) => JSON.stringify(was[name]) !== JSON.stringify(is[name]),
  );
  const pick = (from: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return { before: pick(was), after: pick(is) };
}
