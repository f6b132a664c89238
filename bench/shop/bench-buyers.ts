/** Buyers of benchmarks, each with an e-mail address and a CPF, as a shop asks for both. */

export interface BenchBuyer {
  email: string;
  /** In digits. */
  cpf: string;
}

/** @param index 0-based, below a million */
export function benchBuyer(index: number): BenchBuyer {
  return { email: `compradora${index}@exemplo.com.br`, cpf: cpfOf(529_000_000 + index) };
}

/** @param base nine digits, to which the two check digits are added */
function cpfOf(base: number): string {
  const digits = Array.from(String(base), Number);
  for (const length of [9, 10]) {
    const sum = digits.reduce((total, digit, at) => total + digit * (length + 1 - at), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
