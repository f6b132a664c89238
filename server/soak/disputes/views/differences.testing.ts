/** @returns a sentence for each expected property that differs */
export function differences(about: string, expected: object, found: object): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const other = (found as Record<string, unknown>)[key];
    return JSON.stringify(value) === JSON.stringify(other)
      ? []
      : [`${about}: ${key} is ${JSON.stringify(other)}, not ${JSON.stringify(value)}`];
  });
}
