/** Formats phone, CPF and Pix key for display. Returns other text unchanged. */

/** '82988887777' as '(82) 98888-7777', and a landline likewise; with or without Brazil's own +55. */
export function formatPhone(text: string): string {
  const [, area, start, end] =
    /^(?:\+?55)?(\d{2})(\d{4,5})(\d{4})$/.exec(text.replaceAll(/[ ().-]/g, '')) ?? [];
  return area ? `(${area}) ${start}-${end}` : text;
}

/** '12345678909' as '123.456.789-09'. */
export function formatCpf(text: string): string {
  return text.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4');
}

/** '12345678909' as '***.456.789-**': enough to compare two, too little to use. */
export function maskCpf(text: string): string {
  const [, middle] = /^\d{3}\.(\d{3}\.\d{3})-\d{2}$/.exec(formatCpf(text)) ?? [];
  return middle ? `***.${middle}-**` : '***';
}

/** @param key in the central bank's form */
export function formatPixKey(key: string): string {
  if (key.startsWith('+')) return formatPhone(key);
  return formatCpf(key).replace(/^(\d{2})(\d{3})(\d{3})(\d{4})(\d{2})$/, '$1.$2.$3/$4-$5');
}
