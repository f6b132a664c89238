/** @returns a sentence for each expected property that differs */
export function differences(subject: string, expected: object, found: object): string[] {
  return Object.entries(expected).flatMap(([key, value]) => {
    const actual = (found as Record<string, unknown>)[key];
    return JSON.stringify(value) === JSON.stringify(actual)
      ? []
      : [`${subject}: ${key} is ${JSON.stringify(actual)}, not ${JSON.stringify(value)}`];
  });
}
