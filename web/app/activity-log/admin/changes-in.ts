interface Fact {
  name: string;
  value: string;
}

/** Details of an activity log entry. A change lists only the fields that differ, with both values. */
export function changesIn(details: Record<string, unknown>): Fact[] {
  const { before, after, ...facts } = details;
  return [
    ...(isObject(before) || isObject(after) ? differences(toObject(before), toObject(after)) : []),
    ...Object.entries(facts).map(([name, value]) => ({ name, value: written(value) })),
  ];
}

function differences(before: Record<string, unknown>, after: Record<string, unknown>): Fact[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .map((name) => ({ name, from: written(before[name]), to: written(after[name]) }))
    .filter(({ from, to }) => from !== to)
    .map(({ name, from, to }) => ({ name, value: name in before ? `${from} → ${to}` : to }));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function toObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function written(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'vazio';
  if (Array.isArray(value)) return value.map(written).join('; ');
  if (isObject(value))
    return Object.entries(value)
      .map(([name, part]) => `${name} ${written(part)}`)
      .join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
