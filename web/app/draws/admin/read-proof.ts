const TYPES = ['image/jpeg', 'image/png', 'application/pdf'] as const;
const LARGEST_BYTES = 700_000;

interface Proof {
  type: (typeof TYPES)[number];
  base64: string;
}

/** Encodes a file for upload; null if its type or size is not accepted. */
export async function readProof(file: File): Promise<Proof | null> {
  const type = TYPES.find((each) => each === file.type);
  if (!type || file.size > LARGEST_BYTES) return null;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return { type, base64: btoa(text) };
}
