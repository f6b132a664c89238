/** SQL expression of a deterministic UUID (version 4, as the API requires). */
export function idOf(text: string): string {
  return `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
}

/** Id of an order, which starts with its creation time as in production (UUIDv7). The first order is the newest. */
export function orderIdOf(number: string): string {
  const time = `lpad(to_hex(1767225600000 - 90000 * (${number})::bigint), 12, '0')`;
  return `overlay(overlay(${time} || substr(md5('order' || ${number}), 13) placing '7' from 13) placing '8' from 17)::uuid`;
}
