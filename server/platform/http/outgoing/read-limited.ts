/** @throws when the response body exceeds the limit */
export async function readLimited(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error('response too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
