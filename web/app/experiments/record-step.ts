/** Notes how far a visit came. What sends it is loaded afterwards: no page waits for it. */
export function recordStep(step: 'arrival' | 'view' | 'cart' | 'order', orderReference?: string): void {
  void import('./send-step.ts').then(({ sendStep }) => sendStep(step, orderReference)).catch(() => undefined);
}
