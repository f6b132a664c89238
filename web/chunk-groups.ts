/**
 * Chunks of the first view and of what many pages share; everything else is split by the routes and the dynamic imports.
 * Each group starts from a few modules and includes their static imports, unless an earlier group has them. One large
 * chunk compresses better than many small ones, and every request costs a phone as much as some kilobytes.
 * e2e/storefront/first-view.spec.ts checks the sizes.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');

/** Files and, with a slash at the end, folders. */
const MODULES: Record<string, readonly string[]> = {
  // Code of every page with its libraries.
  frame: [
    'web/app/document/page-meta.ts',
    'web/app/document/site-facts.ts',
    'web/app/entry.client.tsx',
    'web/app/fetching/failures/connection-failed.ts',
    'web/app/fetching/deferred-cache/use-query.tsx',
    'web/app/fetching/prefetch.ts',
    'web/app/layout/site-layout.tsx',
    'web/app/root.tsx',
    'web/app/ui/card.tsx',
    'web/app/ui/loading/lazy-boundary.tsx',
    'web/app/ui/loading/list-loading.tsx',
    'web/app/ui/overlay/lazy-toast.ts',
    'web/app/ui/states.tsx',
  ],
  // The query cache, which loads after the first view.
  queries: [
    'web/app/fetching/browser-query-client.ts',
    'web/app/fetching/deferred-cache/tanstack.ts',
    'node_modules/@tanstack/react-query/build/modern/useQuery.js',
    'node_modules/@tanstack/react-query/build/modern/useMutation.js',
  ],
  // Code that the rifa page shares with home, ranking and results.
  display: [
    'domain/draws/lottery/extraction-label.ts',
    'web/app/format.ts',
    'web/app/rifas/stats/real-shop-stats.tsx',
    'web/app/ui/evidence-alert.tsx',
  ],
  // Small modules that draws and static pages share with the rifa page.
  figures: [
    'web/app/social-proof/illustrative.tsx',
    'web/app/ui/data-display/stats.tsx',
    'web/app/ui/server-clock.ts',
  ],
  // Pictures and progress of rifas, for the parts that show them.
  picture: ['web/app/rifa-display/rifa-picture.tsx', 'web/app/ui/data-display/progress-bar.tsx'],
  // Code that the pages of a rifa need before the rifa's view has loaded.
  'rifa-page': ['web/app/rifa-display/rifa-loading.tsx', 'web/app/rifas/detail/rifa-route.ts'],
  // What lists of rifas and of own numbers show of a rifa, without its page.
  'rifa-card': [
    'domain/social-proof/simulated-stats.ts',
    'web/app/purchase/resting.tsx',
    'web/app/rifa-display/rifa-status-badge.tsx',
    'web/app/rifas/draw-countdown.tsx',
    'web/app/rifas/price-badge.tsx',
    'web/app/rifas/sold-progress.tsx',
    'web/app/social-proof/use-simulation.ts',
    'web/app/ui/data-display/countdown-display.tsx',
    'web/app/ui/use-now.ts',
  ],
  rifa: ['web/app/rifas/detail/rifa-view.tsx'],
  // Prices and quantities, which choosing cotas and the cart share.
  prices: [
    'domain/checkout/manual-quantity.ts',
    'domain/rifas/prices/price-steps.ts',
    'domain/rifas/prices/purchase-plan.ts',
    'web/app/rifa-display/price-labels.ts',
    'web/app/ui/form/quantity-stepper.tsx',
  ],
  // Choosing cotas, which hydrates with the view of the rifa.
  choose: [
    'web/app/purchase/choose/add-to-cart-panel.tsx',
    'web/app/rifas/detail/rifa-with-cart.tsx',
    'web/app/rifas/detail/rifa-with-checkout.tsx',
  ],
  // Texts about draws that draw pages share with the rifa page.
  draws: [
    'web/app/draws/draw-labels.ts',
    'web/app/draws/prizes/prize-sentence.ts',
    'web/app/ui/data-display/number-chip.tsx',
  ],
  // Small modules that the first views of home, results and terms share with later chunks.
  lists: [
    'domain/rifas/legal/cnpj.ts',
    'web/app/ui/navigation/page-number.ts',
    'web/app/ui/navigation/pagination.tsx',
    'web/app/ui/style/scroll-row.ts',
    'web/app/ui/focus/use-kept-focus.ts',
    'web/app/ui/live-region.tsx',
  ],
  form: ['web/app/ui/form/field.tsx'],
  // Fields with a mask, and the library of QR codes.
  masks: ['web/app/ui/form/person-fields.ts', 'web/app/ui/form/masked-input.tsx'],
  'qr-code': ['web/app/ui/data-display/qr-code.tsx'],
  messages: ['web/app/messages.ts'],
  footer: ['web/app/layout/footer.tsx'],
  toasts: ['web/app/ui/overlay/toast-region.tsx', 'web/app/ui/save-file.ts'],
  // Small modules of many pages, which would otherwise load a whole group below for each of them.
  small: [
    'domain/numbers/describe-cotas.ts',
    'domain/orders/watch-order.ts',
    'web/app/cart/cart-item.ts',
    'web/app/document/set-tab-title.ts',
    'web/app/fetching/failures/retry-failed.ts',
    'web/app/fetching/use-online.ts',
    'web/app/orders/order-numbers.tsx',
    'web/app/orders/saved/use-saved-orders.ts',
    'web/app/rifa-display/cota-numbers.tsx',
    'web/app/rifa-display/list-exclusion.ts',
    'web/app/session/sent-code.ts',
    'web/app/session/tab-draft.ts',
    'web/app/ui/copy.ts',
    'web/app/ui/focus/focus-heading-around.ts',
    'web/app/ui/focus/use-focus-next-row.ts',
    'web/app/ui/form/checkbox.tsx',
    'web/app/ui/form/code-input.tsx',
    'web/app/ui/form/field-rules.ts',
    'web/app/ui/no-network.tsx',
    'web/app/ui/share-link.ts',
    'web/app/ui/use-debounced.ts',
    'web/app/ui/whatsapp-link.ts',
  ],
  // Stores of this browser, and small modules that sign-in and payment share.
  stores: [
    'domain/time/maceio-time.ts',
    'domain/orders/order-state.ts',
    'web/app/cart/cart-store.ts',
    'web/app/experiments/send-step.ts',
    'web/app/experiments/use-variant.ts',
    'web/app/offline/cache-site.ts',
    'web/app/orders/saved/saved-orders-store.ts',
    'web/app/purchase/open-order/awaited-order.ts',
    'web/app/purchase/open-order/use-open-orders.ts',
    'web/app/ui/focus/use-focus-next.ts',
  ],
  // Below the first screen of home and of a rifa's page.
  promises: ['web/app/rifas/detail/draw-promise.tsx', 'web/app/social-proof/testimonials.tsx'],
  // The page of a rifa below its first screen.
  below: [
    'web/app/draws/instant/instant-prizes-section.tsx',
    'web/app/rifas/detail/below-purchase.tsx',
    'web/app/rifas/detail/corrections-section.tsx',
    'web/app/rifas/detail/draw-reading.tsx',
    'web/app/rifas/detail/leaders-section.tsx',
    'web/app/social-proof/people-buying.tsx',
  ],
  // What tabs and dialogs of the component library share.
  components: ['node_modules/@base-ui/utils/', 'node_modules/@base-ui/react/internals/'],
  // The cart and dialogs, which every page loads when it is idle.
  cart: ['web/app/purchase/cart-drawer/cart-drawer.tsx', 'web/app/ui/overlay/confirm-dialog.tsx'],
  panel: [
    'web/app/admin/lists/admin-list.tsx',
    'web/app/admin/admin-tabs.ts',
    'web/app/admin/lists/export-button.tsx',
    'web/app/admin/fact-list.tsx',
    'web/app/admin/lists/paged-list.ts',
    'web/app/admin/permissions/permitted.tsx',
    'web/app/admin/lists/query-state.tsx',
    'web/app/admin/lists/use-list-state.ts',
    'web/app/session/use-permission.ts',
    'web/app/session/use-role.ts',
    'web/app/ui/use-debounced.ts',
  ],
  // Code for every page of a signed-in person.
  session: [
    'web/app/cart/account-cart.ts',
    'web/app/layout/user-menu.tsx',
    'web/app/notifications/notification-bell.tsx',
    'web/app/notifications/ticket-signals.ts',
    'web/app/personalization/consent/behaviour-tracker.tsx',
    'web/app/personalization/use-account-theme.ts',
    'web/app/purchase/open-order/open-order-bar.tsx',
    'web/app/rifas/stand/delete-sent-sales.ts',
  ],
  // The auth client, with its library.
  'auth-client': ['web/app/session/create-auth-client.ts'],
  // The form of signing in, which purchase and account share.
  'sign-in': [
    'web/app/accounts/account-card.tsx',
    'web/app/accounts/sign-in/captcha.tsx',
    'web/app/accounts/sign-in/later-steps.ts',
    'web/app/accounts/sign-in/return-to.ts',
    'web/app/accounts/use-short-form.ts',
    'web/app/session/session-ended.tsx',
  ],
  // Code for submitting the sign-in form.
  authenticate: [
    'domain/accounts/security/credentials.ts',
    'web/app/accounts/attempt-auth.ts',
    'web/app/accounts/sign-in/access-codes/access-codes.ts',
    'web/app/accounts/sign-in/providers/read-service-settings.ts',
    'web/app/accounts/terms/accept-terms.ts',
    'web/app/accounts/terms/terms-notice.tsx',
    'web/app/session/renewal.ts',
  ],
  // Other ways to sign in, and its later steps.
  'sign-in-steps': ['web/app/accounts/sign-in/deferred-steps.ts'],
  // Larger forms.
  forms: ['node_modules/react-hook-form/'],
  // Ordering and paying, by the sheet of a rifa's page or at the checkout.
  purchase: [
    'web/app/orders/eligibility/not-eligible-notice.tsx',
    'web/app/purchase/checkout/customer/buyer-question.tsx',
    'web/app/purchase/checkout/own-limit-note.tsx',
    'web/app/purchase/express/express-sheet.tsx',
    'web/app/purchase/pay/order-again.ts',
    'web/app/purchase/pay/pix-payment.tsx',
    'web/app/purchase/pay/use-live-order.ts',
  ],
};

export const CHUNK_GROUPS = Object.entries(MODULES).map(([name, modules]) => ({
  name,
  test: createTest(modules.map((path) => join(ROOT, path))),
}));

/** @throws for a missing module, which would change the chunks silently */
function createTest(paths: readonly string[]): (id: string) => boolean {
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) throw new Error(`No such modules, adapt the chunk groups: ${missing.join(', ')}`);
  const files = new Set(paths);
  const folders = paths.filter((path) => path.endsWith('/'));
  return (id) => files.has(id) || folders.some((folder) => id.startsWith(folder));
}
