/** Records a step of the visit funnel. Loads the sender lazily, so that no page waits for it. */
export function recordStep(step: 'arrival' | 'view' | 'cart' | 'order', orderReference?: string): void {
  void import('./send-step.ts').then(({ sendStep }) => sendStep(step, orderReference)).catch(() => undefined);
}
